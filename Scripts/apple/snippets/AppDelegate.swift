// The iOS app delegate of README.md, type-checked for iOS by `Scripts/apple/typecheck`.

import Hopoate
import UIKit

protocol AnalyticsProviding {}
struct AnalyticsProvider: AnalyticsProviding {}
protocol Store {}
struct DiskStore: Store {
    init(path: String) throws {}
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let container = DependencyContainer.shared
        container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self)
        container.register((any Store).self) { try DiskStore(path: "articles") }
        return true
    }
}
