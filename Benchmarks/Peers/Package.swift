// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Peers",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Hopoate", path: "../..")],
    targets: [
        .executableTarget(
            name: "Peers",
            dependencies: [.product(name: "Hopoate", package: "Hopoate")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                // Lets two libraries extend types by members of the same name.
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    // Some of the libraries have variables that Swift 6 refuses.
    swiftLanguageModes: [.v5]
)
