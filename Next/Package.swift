// swift-tools-version:6.1

import PackageDescription

// The core, written anew. It grows here, outside of every gate, and replaces `Sources/Hopoate` when it is complete.
let package = Package(
    name: "Hopoate",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [.library(name: "Hopoate", targets: ["Hopoate"])],
    targets: [
        .target(name: "Hopoate"),
        .testTarget(name: "HopoateTests", dependencies: ["Hopoate"]),
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
