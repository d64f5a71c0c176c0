#if canImport(SwiftUI)
import Hopoate
import NewsstandApp

#if os(macOS)
import AppKit
#else
import UIKit
#endif

/// The delegate that the system calls. It passes everything on to the app delegate of all front ends.
@MainActor
final class SystemAppDelegate: NSObject {
    private let app = AppDelegate()
    /// Created before the services are registered, to measure the launch.
    let debugMenu = DebugMenuModel()

    private func launch() {
        let isStubbed = RuntimeContext.argument("--uitesting").isCurrent || RuntimeContext.preview.isCurrent
        app.launchUserInterface(isUITesting: isStubbed)
    }

    private func terminate() {
        do {
            try app.willTerminate()
        } catch {
            print("The last analytics events are lost. \(error)")
        }
    }
}

#if os(macOS)
extension SystemAppDelegate: NSApplicationDelegate {
    func applicationWillFinishLaunching(_ notification: Notification) {
        launch()
        // `swift run` starts a program without a bundle, which would otherwise have no windows.
        NSApplication.shared.setActivationPolicy(.regular)
    }

    func applicationDidFinishLaunching(_ notification: Notification) { NSApplication.shared.activate() }

    func applicationWillTerminate(_ notification: Notification) { terminate() }
}
#else
extension SystemAppDelegate: UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        launch()
        return true
    }

    func applicationWillTerminate(_ application: UIApplication) { terminate() }
}
#endif
#endif
