#if canImport(SwiftUI)
import SwiftUI

@main
struct NewsstandUIApp: App {
    #if os(macOS)
    @NSApplicationDelegateAdaptor private var delegate: SystemAppDelegate
    #else
    @UIApplicationDelegateAdaptor private var delegate: SystemAppDelegate
    #endif

    var body: some Scene {
        WindowGroup { NewsstandView(debugMenu: delegate.debugMenu) }
    }
}
#else
@main
enum NewsstandUIApp {
    static func main() {
        print("newsstand-ui needs macOS or iOS, because its views are written in SwiftUI.")
    }
}
#endif
