// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Newsstand",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .executable(name: "newsstand", targets: ["newsstand"]),
        .executable(name: "newsstand-ui", targets: ["NewsstandUI"]),
    ],
    dependencies: [
        .package(name: "Hopoate", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "NewsstandApp",
            dependencies: [.product(name: "Hopoate", package: "Hopoate")],
            resources: [.process("Resources")]
        ),
        .executableTarget(
            name: "newsstand",
            dependencies: [
                "NewsstandApp",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "NewsstandUI",
            dependencies: [
                "NewsstandApp",
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateDiagnostics", package: "Hopoate"),
                .product(name: "HopoateSwiftUI", package: "Hopoate"),
            ]
        ),
        .testTarget(
            name: "NewsstandAppTests",
            dependencies: [
                "NewsstandApp",
                "NewsstandUI",
                "newsstand",
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateTestingHelpers", package: "Hopoate"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
