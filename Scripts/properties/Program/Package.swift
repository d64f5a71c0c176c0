// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Program",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Hopoate", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "Program",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateDiagnostics", package: "Hopoate"),
                .product(name: "HopoateTestingHelpers", package: "Hopoate"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
