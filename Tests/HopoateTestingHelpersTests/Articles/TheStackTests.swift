// What the article 'The stack' says.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies) struct TheStackTests {
    protocol LogProviding: Sendable { var name: String { get } }

    struct FileLog: LogProviding { let name = "file" }

    struct VerboseLog: LogProviding { let name = "verbose" }

    struct MockLog: LogProviding { let name = "mock" }

    protocol Store: Sendable { var layers: String { get } }

    struct DiskStore: Store { let layers = "disk" }

    struct LoggingStore: Store {
        let layers: String
        init(_ store: any Store) { layers = "logging " + store.layers }
    }

    struct CachingStore: Store {
        let layers: String
        init(_ store: any Store) { layers = "caching " + store.layers }
    }

    final class Draft: Sendable {
        let notes: Notes
        init(notes: Notes) { self.notes = notes }
        func save() { notes.add("saved") }
    }

    final class Feed {
        @Dependency private var log: any LogProviding
        var nameOfLog: String { log.name }
    }

    struct Credentials { let user: String }

    final class Mailbox {
        let user: String
        init(user: String) { self.user = user }
    }

    let container = DependencyContainer.shared

    @Test func `the newest registration answers whatever is removed below it`() {
        let file = container.register(FileLog(), for: (any LogProviding).self)
        let verbose = container.register(VerboseLog(), for: (any LogProviding).self)
        #expect(container.resolve((any LogProviding).self).name == "verbose")

        container.remove(file)  // from below: the verbose log still answers
        #expect(container.resolve((any LogProviding).self).name == "verbose")
        container.remove(verbose)  // the stack is empty
        #expect(!container.canResolve((any LogProviding).self))
    }

    @Test func `an override reaches objects that were created before`() {
        container.register(FileLog(), for: (any LogProviding).self)
        let feed = Feed()
        let override = container.register(MockLog(), for: (any LogProviding).self)
        #expect(feed.nameOfLog == "mock")  // `feed` was created before the override
        container.remove(override)
        #expect(feed.nameOfLog == "file")
    }

    @Test func `a decorator is one more layer`() {
        container.register((any Store).self) { DiskStore() }
        let logging = container.decorate((any Store).self) { LoggingStore($0) }
        container.decorate((any Store).self) { CachingStore($0) }
        #expect(container.resolve((any Store).self).layers == "caching logging disk")
        container.remove(logging)
        #expect(container.resolve((any Store).self).layers == "caching disk")

        container.register(DiskStore(), for: (any Store).self)
        #expect(container.resolve((any Store).self).layers == "disk")
    }

    @Test func `contributions stand beside the stack`() {
        container.register("answers", for: String.self)
        container.contribute(to: String.self) { "first" }
        let second = container.contribute(to: String.self) { "second" }
        #expect(container.resolveAll(String.self) == ["first", "second"])
        #expect(Dependency<[String]>(container: container)() == ["first", "second"])
        #expect(container.resolve(String.self) == "answers")
        let list = container.register(["registered"], for: [String].self)
        #expect(container.resolveAll(String.self) == ["registered"])
        container.remove(list)
        container.remove(second)
        #expect(container.resolveAll(String.self) == ["first"])
    }

    @Test func `a child looks up in its parent what it lacks`() {
        container.register(FileLog(), for: (any LogProviding).self)
        container.withChild { account in
            account.register(Credentials(user: "kim"), for: Credentials.self)
            // The log is the parent's.
            #expect(account.resolve((any LogProviding).self).name == "file")
            #expect(account.resolve(Credentials.self).user == "kim")
            #expect(!container.canResolve(Credentials.self))
        }
    }

    @Test func `removeAll ends a container that was created by hand`() {
        let notes = Notes()
        let window = DependencyContainer(parent: container)
        window.register(Draft.self) { Draft(notes: notes) }.onRemove { $0.save() }
        _ = window.resolve(Draft.self)
        #expect(notes.all.isEmpty)
        window.removeAll()  // when the window closes: the draft is saved
        #expect(notes.all == ["saved"])
        #expect(!window.canResolve(Draft.self))
    }

    @Test func `removeAll breaks the cycle of a container and a registered object`() {
        weak var released: DependencyContainer?
        do {
            let window = DependencyContainer(parent: container)
            let feed = DependencyContainer.withShared(window) { Feed() }
            window.register(feed, for: Feed.self)  // now each holds the other

            released = window
        }
        if let window = released {
            window.removeAll()  // breaks the cycle
        } else {
            Issue.record("There was no cycle.")
        }
        #expect(released == nil)
    }

    @Test func `a fork has the same stacks and its own instances`() {
        container.register(Mailbox.self) { Mailbox(user: "kim") }
        let fork = container.fork()
        fork.register(MockLog(), for: (any LogProviding).self)  // only here
        #expect(fork.resolve(Mailbox.self) !== container.resolve(Mailbox.self))
        #expect(!container.canResolve((any LogProviding).self))
    }

    @Test func `withShared binds the shared container`() {
        let mocks = DependencyContainer(parent: .shared)
        mocks.register(MockLog(), for: (any LogProviding).self)
        let feed = DependencyContainer.withShared(mocks) { Feed() }
        #expect(feed.nameOfLog == "mock")  // the feed keeps its container
    }

    /// The test keeps the main actor busy until the container has ended.
    @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    @MainActor @Test func `an isolated deinit may run when the container is empty`() {
        @MainActor final class Page {
            let notes: Notes
            nonisolated init(notes: Notes) { self.notes = notes }
            isolated deinit { notes.add("deinit") }
        }
        let notes = Notes()
        let window = DependencyContainer(parent: container)
        window.register(Page.self) { Page(notes: notes) }
        _ = window.resolve(Page.self)
        let isEmpty = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            window.removeAll()
            isEmpty.signal()
        }
        isEmpty.wait()
        #expect(notes.all.isEmpty)

        window.register(Page.self) { Page(notes: notes) }
        _ = window.resolve(Page.self)
        window.removeAll()
        #expect(notes.all == ["deinit"])
    }
}
