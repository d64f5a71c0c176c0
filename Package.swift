// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "Hopoate",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Hopoate", targets: ["Hopoate"]),
        .library(name: "HopoateDiagnostics", targets: ["HopoateDiagnostics"]),
        .library(name: "HopoateSwiftUI", targets: ["HopoateSwiftUI"]),
        .library(name: "HopoateTestingHelpers", targets: ["HopoateTestingHelpers"]),
    ],
    targets: [
        // The privacy manifest ships through the podspec: as a resource here it would bring in Foundation.
        .target(name: "Hopoate", exclude: ["PrivacyInfo.xcprivacy"]),
        .target(name: "HopoateDiagnostics", dependencies: ["Hopoate"]),
        // Empty where there is no SwiftUI.
        .target(name: "HopoateSwiftUI", dependencies: ["Hopoate"]),
        .target(name: "HopoateTestingHelpers", dependencies: ["Hopoate", "HopoateDiagnostics"]),
        .testTarget(name: "HopoateTests", dependencies: ["Hopoate", "HopoateDiagnostics"]),
        .testTarget(name: "HopoateDiagnosticsTests", dependencies: ["Hopoate", "HopoateDiagnostics"]),
        .testTarget(
            name: "HopoateTestingHelpersTests",
            dependencies: ["Hopoate", "HopoateDiagnostics", "HopoateTestingHelpers"]
        ),
        // README's app: a module of its own, as its properties are what is tested.
        .testTarget(
            name: "MyApp",
            dependencies: ["Hopoate", "HopoateDiagnostics", "HopoateTestingHelpers"],
            path: "Tests/WiringTests"
        ),
        // How users build: with the main actor as the default isolation. `Scripts/check refusals` has the Swift 5 mode.
        .testTarget(
            name: "MainActorTests",
            dependencies: ["Hopoate", "HopoateDiagnostics", "HopoateTestingHelpers"],
            swiftSettings: [.unsafeFlags(["-default-isolation", "MainActor"])]
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
