// The views of the article 'Log in and out', type-checked for iOS by `Scripts/apple/typecheck`.

import Hopoate
import SwiftUI

final class Inbox: Sendable {
    let subjects = ["Hello"]
    func isRead(_ subject: String) -> Bool { false }
}

struct AccountView: View {
    let account: DependencyContainer

    var body: some View {
        DependencyContainer.withShared(account) { InboxView() }
    }
}

struct InboxView: View {
    @Dependency private var inbox: Inbox

    var body: some View {
        List(inbox.subjects, id: \.self) { subject in
            DependencyContainer.withShared(_inbox.container) { MessageRow(subject: subject) }
        }
    }
}

struct MessageRow: View {
    @Dependency private var inbox: Inbox
    let subject: String

    init(subject: String) { self.subject = subject }

    var body: some View { Text(inbox.isRead(subject) ? subject : "• " + subject) }
}
