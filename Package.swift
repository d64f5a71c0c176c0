// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Hopoate",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Hopoate", targets: ["Hopoate"]),
        .library(name: "HopoateTestingHelpers", targets: ["HopoateTestingHelpers"]),
    ],
    targets: [
        // The privacy manifest ships through the podspec: as a resource here it would bring in Foundation.
        .target(name: "Hopoate", exclude: ["PrivacyInfo.xcprivacy"]),
        .target(name: "HopoateTestingHelpers", dependencies: ["Hopoate"]),
        .testTarget(name: "HopoateTests", dependencies: ["Hopoate"]),
        .testTarget(name: "HopoateTestingHelpersTests", dependencies: ["HopoateTestingHelpers"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
