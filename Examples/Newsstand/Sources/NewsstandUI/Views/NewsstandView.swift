#if canImport(SwiftUI)
import Hopoate
import NewsstandApp
import SwiftUI

/// The window.
///
/// SwiftUI may create it before the app has registered anything: creating its models looks up nothing.
struct NewsstandView: View {
    @State private var account = AccountModel()
    @State private var feed = FeedListModel()
    private let debugMenu: DebugMenuModel

    init(debugMenu: DebugMenuModel) {
        self.debugMenu = debugMenu
    }

    var body: some View {
        NavigationStack {
            if account.isLoggedIn {
                FeedView(feed: feed)
                    .task { await feed.load() }
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
