// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Hopoate", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    ],
    targets: [
        .target(name: "AllocatedMemory"),
        .target(name: "Counters"),
        .target(
            name: "Rows",
            dependencies: [
                "AllocatedMemory",
                .product(name: "Hopoate", package: "Hopoate"),
                .product(name: "HopoateDiagnostics", package: "Hopoate"),
                .product(name: "HopoateTestingHelpers", package: "Hopoate"),
            ]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Rows",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "TextTable", package: "TextTable"),
            ]
        ),
        .executableTarget(
            name: "Counts",
            dependencies: [
                "Counters",
                "Rows",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Strips debug information: valgrind 3.19 cannot read the compiler's.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-S"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Optional, as it takes longer to build than everything else together.
if Context.environment["ABSOLUTE"] != nil {
    package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
    package.targets.append(
        .executableTarget(
            name: "Absolute",
            dependencies: ["Rows", .product(name: "Benchmark", package: "benchmark")],
            path: "Absolute",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    )
}

for target in package.targets where !["AllocatedMemory", "Counters"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
