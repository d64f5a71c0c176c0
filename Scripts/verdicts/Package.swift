// swift-tools-version:6.1

import PackageDescription

// Tests of which some must fail: `Scripts/check verdicts` compares what they report with `expected`.
let package = Package(
    name: "Verdicts",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Hopoate", path: "../..")],
    targets: [
        .testTarget(
            name: "VerdictsTests",
            dependencies: [
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateTestingHelpers", package: "Hopoate"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
