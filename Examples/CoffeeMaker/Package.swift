// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "CoffeeMaker",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .executable(name: "coffee-maker", targets: ["coffee-maker"])
    ],
    dependencies: [
        .package(name: "Hopoate", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "Coffee",
            dependencies: [.product(name: "Hopoate", package: "Hopoate")]
        ),
        .executableTarget(
            name: "coffee-maker",
            dependencies: [
                "Coffee",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateDiagnostics", package: "Hopoate"),
            ]
        ),
        .testTarget(
            name: "CoffeeTests",
            dependencies: [
                "Coffee",
                "coffee-maker",
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateDiagnostics", package: "Hopoate"),
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
