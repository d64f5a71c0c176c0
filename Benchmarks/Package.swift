// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Hopoate", path: "..")],
    targets: [
        .executableTarget(name: "Benchmarks", dependencies: [.product(name: "Hopoate", package: "Hopoate")])
    ],
    swiftLanguageModes: [.v6]
)
