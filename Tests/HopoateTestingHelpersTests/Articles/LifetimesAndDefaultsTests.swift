// What the article 'Lifetimes and defaults' says.

import Hopoate
import HopoateTestingHelpers
import Testing

extension DependencyKeys {
    var lifetimesPalette: DependencyKey<LifetimesAndDefaultsTests.Palette> { .init(lifetime: .weak) { .init() } }
    var lifetimesAccount: DependencyKey<LifetimesAndDefaultsTests.Account> { .required() }
}

@Suite(.isolatedDependencies)
struct LifetimesAndDefaultsTests {
    final class Palette: Sendable {}

    struct Account: Sendable {
        let user: String
    }

    final class Inbox: Sendable {}

    final class Rates: Sendable {
        static func load() throws -> Rates { Rates() }
    }

    final class Connection: Sendable {
        let notes: Notes
        init(notes: Notes) { self.notes = notes }
        func close() { notes.add("closed") }
    }

    final class Editor: Sendable {
        let inbox = Dependency<Inbox>()
    }

    final class Row: Sendable {}

    final class Table {
        private let makeRow = Provider<Row>()

        func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
    }

    let container = DependencyContainer.shared
    let notes = Notes()

    /// The lifetime of the newest registration.
    private var newest: Lifetime? { container.registrations.last?.lifetime }

    // MARK: - Defaults

    @Test func eachFunctionHasTheDefaultOfTheTable() {
        container.register(Inbox(), for: Inbox.self)
        #expect(newest == .eager)
        container.register(Inbox.self) { Inbox() }
        #expect(newest == .cached)
        container.register(Inbox.self, asyncCreator: { Inbox() })
        #expect(newest == .cached)
        container.autoregister(Inbox.self, initializer: Inbox.init)
        #expect(newest == .cached)
        container.contribute(to: Inbox.self) { Inbox() }
        #expect(newest == .cached)
        container.register(Inbox.self, taking: Int.self) { _ in Inbox() }
        #expect(newest == .transient)
        container.register(service: Inbox.self) { Inbox() }
        #expect(newest == .eager)
        container.register(service: Inbox.self, cacheService: false) { Inbox() }
        #expect(newest == .transient)
        container.overwriteExistingRegistrations(service: Inbox.self) { Inbox() }
        #expect(newest == .eager)
        container.overwriteExistingRegistrations(service: Inbox.self, cacheService: false) { Inbox() }
        #expect(newest == .transient)
        container.overwriteExistingRegistrations(withService: Inbox(), for: Inbox.self)
        #expect(newest == .eager)
    }

    @Test func aRegistrationForAKeyHasTheKeysLifetime() {
        container.register(\.lifetimesPalette) { Palette() }
        #expect(newest == .weak)
        container.register(\.lifetimesPalette, lifetime: .cached) { Palette() }
        #expect(newest == .cached)
        container.register(\.lifetimesAccount) { Account(user: "kim") }
        #expect(newest == .cached)
        container[\.lifetimesAccount] = Account(user: "robin")
        #expect(newest == .eager)
    }

    @Test func theLabelOfOneDotXCreatesAtOnce() {
        let notes = notes
        container.register(service: Inbox.self) {
            notes.add("at once")
            return Inbox()
        }
        container.register(Inbox.self, named: "later") {
            notes.add("when resolved")
            return Inbox()
        }
        #expect(notes.all == ["at once"])
        _ = container.resolve(Inbox.self, named: "later")
        #expect(notes.all == ["at once", "when resolved"])
    }

    // MARK: - Lifetimes

    @Test(arguments: [
        (Lifetime.eager, true), (.cached, true), (.transient, false), (.weak, true), (.graph, false),
        (.expiring(afterSeconds: 600), true), (.scoped(DependencyScope()), true), (.perContainer, true),
    ])
    func twoLookUpsShareAnInstance(_ lifetime: Lifetime, _ isShared: Bool) {
        container.register(Inbox.self, lifetime: lifetime) { Inbox() }
        let first = container.resolve(Inbox.self)
        #expect((container.resolve(Inbox.self) === first) == isShared)
    }

    @Test(arguments: [(Lifetime.eager, true), (.cached, true), (.weak, false), (.perContainer, true)])
    func theRegistrationHoldsWhatItKeeps(_ lifetime: Lifetime, _ isKept: Bool) {
        container.register(Inbox.self, lifetime: lifetime) { Inbox() }
        weak var inbox: Inbox?
        inbox = container.resolve(Inbox.self)
        #expect((inbox != nil) == isKept)
    }

    @Test func oneOutermostResolutionSharesAGraphsInstance() {
        container.register(Inbox.self, lifetime: .graph) { Inbox() }
        container.register([Inbox].self, lifetime: .transient) { [resolve(Inbox.self), resolve(Inbox.self)] }
        let inboxes = container.resolve([Inbox].self)
        #expect(inboxes[0] === inboxes[1])
        #expect(container.resolve([Inbox].self)[0] !== inboxes[0])
    }

    @Test(arguments: [Lifetime.transient, .graph, .weak])
    func aPropertyKeepsWhatItsRegistrationDoesNot(_ lifetime: Lifetime) {
        container.register(Inbox.self, lifetime: lifetime) { Inbox() }
        let editor = Editor()
        let inbox = ObjectIdentifier(editor.inbox())
        #expect(ObjectIdentifier(editor.inbox()) == inbox)
        let override = container.register(Inbox(), for: Inbox.self)
        #expect(ObjectIdentifier(editor.inbox()) != inbox)
        container.remove(override)
        #expect(editor.inbox() === editor.inbox())
    }

    @Test func aProviderGivesAnInstanceAtEachCall() {
        container.register(Row.self, lifetime: .transient) { Row() }
        let rows = DependencyContainer.withShared(container) { Table() }.rows(2)
        #expect(rows[0] !== rows[1])
    }

    @Test func aCreatorThatThrowsKeepsNothingAndRunsAgain() throws {
        let notes = notes
        container.register(Inbox.self) {
            notes.add("tried")
            if notes.all.count == 1 { throw Missing() }
            return Inbox()
        }
        #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        _ = try container.resolving(Inbox.self)
        #expect(notes.all.count == 2)
    }

    struct Missing: Error {}

    // MARK: - Keys

    @Test func aKeysDefaultStandsBelowEverything() {
        let palette = container.resolve(\.lifetimesPalette)
        container[\.lifetimesPalette] = Palette()
        #expect(container.resolve(\.lifetimesPalette) !== palette)
        container.reset()
        #expect(container.canResolve(\.lifetimesPalette))
        #expect(!container.canResolve(\.lifetimesAccount))
    }

    // MARK: - Expiring

    @Test func anInstanceExpiresByTheClock() throws {
        let clock = ManualClock()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Rates.self, lifetime: .expiring(afterSeconds: 600)) { try Rates.load() }

        let rates = container.resolve(Rates.self)
        clock.advance(bySeconds: 599)
        #expect(container.resolve(Rates.self) === rates)
        clock.advance(bySeconds: 1)
        #expect(container.resolve(Rates.self) !== rates)
    }

    @Test func anExpiredInstanceIsReleasedByTheNextLookUpAndNotBefore() {
        let clock = ManualClock()
        container.register(clock, for: (any ExpirationClock).self)
        container.register(Rates.self, lifetime: .expiring(afterSeconds: 600)) { Rates() }
        weak var rates: Rates?
        rates = container.resolve(Rates.self)
        clock.advance(bySeconds: 600)
        #expect(rates != nil)
        _ = container.resolve(Rates.self)
        #expect(rates == nil)
    }

    // MARK: - Scopes

    @Test func aResetEndsTheScopesInstances() {
        let session = DependencyScope()
        container.register(Inbox.self, lifetime: .scoped(session)) { Inbox() }
        container.register(Palette.self) { Palette() }
        let (inbox, palette) = (container.resolve(Inbox.self), container.resolve(Palette.self))

        session.reset()  // at logout
        #expect(container.resolve(Inbox.self) !== inbox)
        #expect(container.resolve(Palette.self) === palette)
    }

    // MARK: - Letting go

    @Test func onRemoveRunsOnceForEachInstanceThatWasKept() {
        let notes = notes
        let token = container.register(Connection.self) { Connection(notes: notes) }
            .onRemove { $0.close() }
        #expect(notes.all.isEmpty)
        _ = container.resolve(Connection.self)
        container.remove(token)
        container.remove(token)
        #expect(notes.all == ["closed"])
    }

    @Test func resettingATokenMakesTheInstanceAnew() {
        let token = container.register(Inbox.self) { Inbox() }
        let inbox = container.resolve(Inbox.self)
        container.reset(token)
        #expect(container.resolve(Inbox.self) !== inbox)
    }

    @Test func anInstanceThatWasNeverMadeIsNotCleanedUp() {
        let notes = notes
        let token = container.register(Connection.self) { Connection(notes: notes) }
            .onRemove { $0.close() }
        container.remove(token)
        #expect(notes.all.isEmpty)
    }

    // MARK: - What traps

    @Test func aValueCannotBeWeak() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(Account.self, lifetime: .weak) { Account(user: "kim") }
        }
        #expect(try trapMessage(result).contains("is a value type and cannot be registered with the lifetime `weak`"))
    }

    @Test func nobodyCleansUpWhatIsNotKept() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(Inbox.self, lifetime: .transient) { Inbox() }.onRemove { _ in }
        }
        #expect(try trapMessage(result).contains("so the registration keeps no instance to clean up"))
    }

    @Test func anAsynchronousCreatorHasNoGraph() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(Inbox.self, lifetime: .graph, asyncCreator: { Inbox() })
        }
        #expect(try trapMessage(result).contains("an asynchronous creator and the lifetime `graph`"))
    }

    @Test func aNegativeTimeTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.register(Inbox.self, lifetime: .expiring(afterSeconds: -1)) { Inbox() }
        }
        #expect(try trapMessage(result).contains("cannot expire after -1.0 seconds"))
    }
}
