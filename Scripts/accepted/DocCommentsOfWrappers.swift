// Examples of doc comments: the property wrappers.

import Hopoate

nonisolated protocol AnalyticsProviding {}
nonisolated protocol LogProviding {}
nonisolated protocol CrashReporting {}
nonisolated protocol Parent: AnyObject {}
nonisolated protocol Window: AnyObject {}
nonisolated struct Session {}
nonisolated extension DependencyKeys {
    var session: DependencyKey<Session> { .required() }
    var window: DependencyKey<any Window> { .required() }
}
nonisolated protocol Store: Sendable {
    func load()
}
nonisolated final class RowModel {}
nonisolated let container = DependencyContainer()

enum Required {
    final class FeedViewModel {
        @Dependency private var analytics: any AnalyticsProviding
        @Dependency(named: "backup") private var store: any Store
        @Dependency(container: container) private var log: any LogProviding
    }

    final class Feed: Sendable {
        private let store = Dependency<any Store>()
        func load() { store().load() }
    }

    final class List {
        @Dependency private var store: any Store

        func addRow() -> RowModel {
            let row = DependencyContainer.withShared(_store.container) { RowModel() }
            return row
        }
    }
}

enum IfRegistered {
    final class FeedViewModel {
        @OptionalDependency private var crashReporter: (any CrashReporting)?
    }

    final class Importer {
        @OptionalDependency(named: "backup") private var store: (any Store)?
        @OptionalDependency(\.session) private var session
    }

    final class Feed: Sendable {
        private let store = OptionalDependency<any Store>()
        func load() { store()?.load() }
    }
}

enum Weak {
    final class Child {
        @WeakDependency private var parent: (any Parent)?
    }

    final class Toolbar {
        @WeakDependency(named: "main") private var window: (any Window)?
    }

    final class Menu {
        @WeakDependency(\.window) private var window
    }

    final class Sibling {
        @WeakDependency private var parent: (any Parent)?

        func addSibling() -> Child {
            let sibling = DependencyContainer.withShared(_parent.container) { Child() }
            return sibling
        }
    }
}
