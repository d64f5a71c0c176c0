#if canImport(SwiftUI)
import Hopoate
import HopoateSwiftUI
import SwiftUI

/// The window.
///
/// SwiftUI may create it before the app has registered anything: its model is resolved when SwiftUI first evaluates `body`.
struct NewsstandView: View {
    @StateDependency private var account: AccountModel
    private let debugMenu: DebugMenuModel

    init(debugMenu: DebugMenuModel) {
        self.debugMenu = debugMenu
    }

    var body: some View {
        NavigationStack {
            if account.isLoggedIn {
                // `body` runs later than `init`, when a preview's container is no longer the shared one.
                DependencyContainer.withShared(_account.container) { FeedView() }
                    .toolbar {
                        Button("Log out") { account.logOut() }
                        if RuntimeContext.debug.isCurrent {
                            NavigationLink("Debug") { DebugMenuView(menu: debugMenu) }
                        }
                    }
            } else {
                Button("Log in") { account.logIn() }
            }
        }
    }
}

#Preview {
    DependencyContainer.withShared(.preview()) { NewsstandView(debugMenu: DebugMenuModel()) }
}
#endif
