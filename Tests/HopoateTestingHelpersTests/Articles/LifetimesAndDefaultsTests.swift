// What the article 'Lifetimes and defaults' says.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

extension DependencyKeys {
    fileprivate var palette: DependencyKey<LifetimesAndDefaultsTests.Inbox> { .init(lifetime: .weak) { .init() } }
    fileprivate var account: DependencyKey<LifetimesAndDefaultsTests.Inbox> { .required() }
}

@Suite(.isolatedDependencies) struct LifetimesAndDefaultsTests {
    final class Inbox: Sendable {}
    final class Row: Sendable {}

    final class Detail: Sendable {
        let article: Int
        init(article: Int) { self.article = article }
    }

    final class Rates: Sendable { static func load() throws -> Rates { Rates() } }

    final class Connection: Sendable {
        let notes: Notes
        init(notes: Notes) { self.notes = notes }
        func close() { notes.add("closed") }
    }

    final class Editor: Sendable { let inbox = Dependency<Inbox>() }

    final class Table {
        private let makeRow = Provider<Row>()

        func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
    }

    let container = DependencyContainer.shared

    @Test func `each function has the default lifetime of the table`() {
        container.register(Inbox(), for: Inbox.self)
        container.register(Inbox.self) { Inbox() }
        container.register(Inbox.self, asyncCreator: { Inbox() })
        container.autoregister(Inbox.self, initializer: Inbox.init)
        container.contribute(to: Inbox.self) { Inbox() }
        container.register(Inbox.self, taking: Int.self) { _ in Inbox() }
        container.register(service: Inbox.self) { Inbox() }
        container.register(service: Inbox.self, cacheService: false) { Inbox() }
        #expect(
            container.registrations.map(\.lifetime) == [
                .eager, .cached, .cached, .cached, .cached, .transient, .eager, .transient,
            ]
        )
        container.overwriteExistingRegistrations(service: Inbox.self) { Inbox() }
        #expect(container.registrations.last?.lifetime == .eager)
        container.overwriteExistingRegistrations(service: Inbox.self, cacheService: false) { Inbox() }
        #expect(container.registrations.last?.lifetime == .transient)
    }

    @Test func `a registration for a key has the key's lifetime`() {
        container.register(\.palette) { Inbox() }
        container.register(\.palette, lifetime: .cached) { Inbox() }
        container.register(\.account) { Inbox() }
        container[\.account] = Inbox()
        let lifetimes = container.registrations.filter { !$0.isDefault }.map(\.lifetime)
        #expect(lifetimes == [.weak, .cached, .cached, .eager])
    }

    @Test func `a timer resets a registration`() {
        let container = container
        let token = container.register(Rates.self) { try Rates.load() }
        let timer = Timer.scheduledTimer(withTimeInterval: 600, repeats: true) { _ in
            container.reset(token)
        }
        let rates = container.resolve(Rates.self)
        #expect(container.resolve(Rates.self) === rates)
        timer.fire()
        #expect(container.resolve(Rates.self) !== rates)
        timer.invalidate()
    }

    @Test func `a reset ends the instances of the scope`() {
        let session = DependencyScope()
        container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
        container.register(Rates.self) { Rates() }
        let (inbox, rates) = (container.resolve(Inbox.self), container.resolve(Rates.self))

        session.reset()  // at logout
        #expect(container.resolve(Inbox.self) !== inbox)
        #expect(container.resolve(Rates.self) === rates)
    }

    private final class Unread: Sendable {
        let inbox: Inbox
        init(_ inbox: Inbox) { self.inbox = inbox }
    }

    @Test func `services of one scope are renewed together`() {
        let session = DependencyScope()
        container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
        container.register(Unread.self, lifetime: .scoped(session)) {
            Unread(resolve(Inbox.self))
        }
        let unread = container.resolve(Unread.self)
        session.reset()
        #expect(container.resolve(Unread.self) !== unread)
        #expect(container.resolve(Unread.self).inbox === container.resolve(Inbox.self))
    }

    @Test(arguments: [(true, ["closed"]), (false, [])])
    func `onRemove runs once, and only if an instance was created`(_ isMade: Bool, _ expected: [String]) {
        let notes = Notes()
        let token = container.register(Connection.self) { Connection(notes: notes) }
            .onRemove { $0.close() }
        if isMade { _ = container.resolve(Connection.self) }
        #expect(notes.all.isEmpty)
        container.remove(token)
        container.remove(token)
        #expect(notes.all == expected)
    }

    @Test func `each value of an argument has an instance`() {
        container.register(Detail.self, taking: Int.self, lifetime: .cached) {
            Detail(article: $0)
        }
        let detail = container.resolve(Detail.self, with: 1)
        #expect(container.resolve(Detail.self, with: 1) === detail)
        #expect(container.resolve(Detail.self, with: 2) !== detail)
    }

    @Test func `the next look-up after a reset creates a new instance`() {
        let token = container.register(Inbox.self) { Inbox() }
        let inbox = container.resolve(Inbox.self)
        container.reset(token)
        #expect(container.resolve(Inbox.self) !== inbox)
    }
}
