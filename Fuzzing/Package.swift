// swift-tools-version:6.1

import PackageDescription

// A package of its own, as it is built with `--sanitize=fuzzer`: see `Scripts/check fuzz`.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Hopoate", path: "..")],
    targets: [
        // `Programs` is a link to those of the tests, so that the root package needs no product for them.
        .executableTarget(
            name: "FuzzPrograms",
            dependencies: [.product(name: "Hopoate", package: "Hopoate")]
        )
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        // The programs register no mocks here, which the root package keeps to itself.
        .define("FUZZING"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
