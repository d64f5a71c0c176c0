import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct PerContainerTests {
    private final class RequestLog: Sendable {
        let id: Int
        init(id: Int) { self.id = id }
    }

    let app = DependencyContainer()

    private func request(_ id: Int, of parent: DependencyContainer? = nil) -> DependencyContainer {
        let request = DependencyContainer(parent: parent ?? app)
        request.register(id, for: Int.self)
        return request
    }

    @discardableResult
    private func register(
        onRemove: (@Sendable (RequestLog) -> Void)? = nil
    ) -> ServiceRegistration<RequestLog> {
        let token = app.register(RequestLog.self, lifetime: .perContainer) {
            RequestLog(id: try DependencyContainer.shared.resolving(Int.self))
        }
        if let onRemove { token.onRemove(onRemove) }
        return token
    }

    @Test func eachContainerHasOneThatIsMadeFromItsServices() {
        app.register(0, for: Int.self)
        register()
        let (first, second) = (request(1), request(2))
        let log = first.resolve(RequestLog.self)
        #expect(log.id == 1)
        #expect(first.resolve(RequestLog.self) === log)
        #expect(second.resolve(RequestLog.self).id == 2)
        #expect(app.resolve(RequestLog.self).id == 0)
        #expect(app.resolve(RequestLog.self) === app.resolve(RequestLog.self))
        #expect(first.resolve(RequestLog.self) === log)
    }

    @Test func aContainerWhoseParentHasOneAlreadyStillHasItsOwn() {
        app.register(0, for: Int.self)
        register()
        #expect(app.resolve(RequestLog.self).id == 0)
        let child = request(1)
        #expect(child.resolve(RequestLog.self).id == 1)
        #expect(request(2, of: child).resolve(RequestLog.self).id == 2)
        #expect(child.resolve(RequestLog.self).id == 1)
    }

    @Test func theInstanceGoesWithItsContainer() {
        let removed = Shared<[Int]>([])
        register { log in removed.change { $0.append(log.id) } }
        weak var log: RequestLog?
        do {
            let request = request(1)
            log = request.resolve(RequestLog.self)
            #expect(log != nil)
        }
        #expect(log == nil)
        #expect(removed.value == [1])
        let other = request(2)
        _ = other.resolve(RequestLog.self)
        other.reset()
        #expect(removed.value == [1, 2])
    }

    @Test func anObjectWithPropertiesDoesNotKeepItsContainer() {
        final class Handler: Sendable {
            let id = Dependency<Int>()
        }
        app.register(Handler.self, lifetime: .perContainer) { Handler() }
        weak var container: DependencyContainer?
        weak var handler: Handler?
        do {
            let request = request(1)
            container = request
            handler = request.resolve(Handler.self)
            #expect(handler?.id.wrappedValue == 1)
        }
        #expect(container == nil)
        #expect(handler == nil)
    }

    @Test func whatIsRegisteredInTheContainerItselfStandsAbove() {
        register()
        let request = request(1)
        let log = request.resolve(RequestLog.self)
        let override = request.register(RequestLog(id: 7), for: RequestLog.self)
        #expect(request.resolve(RequestLog.self).id == 7)
        request.remove(override)
        #expect(request.resolve(RequestLog.self) === log)
    }

    @Test func whatTheContainerOverwritesIsNotItsParentsInstance() {
        register()
        let request = request(1)
        let log = request.resolve(RequestLog.self)
        let override = request.overwriteExistingRegistrations(withService: RequestLog(id: 7), for: RequestLog.self)
        #expect(request.resolve(RequestLog.self).id == 7)
        request.remove(override)
        #expect(request.resolve(RequestLog.self) === log)
    }

    @Test func aDecoratorOfTheParentDecoratesEachContainersInstanceOnce() {
        register()
        let runs = Counter()
        let decorator = app.decorate(RequestLog.self) { log in
            runs.increment()
            return RequestLog(id: log.id * 10)
        }
        let (first, second) = (request(1), request(2))
        for _ in 0..<2 {
            #expect(first.resolve(RequestLog.self).id == 10)
            #expect(second.resolve(RequestLog.self).id == 20)
        }
        #expect(runs.count == 2)
        app.remove(decorator)
        #expect(first.resolve(RequestLog.self).id == 1)
    }

    @Test func aDecoratorOfTheContainerDecoratesItsInstance() {
        register()
        let request = request(1)
        request.decorate(RequestLog.self) { RequestLog(id: $0.id + 5) }
        let log = request.resolve(RequestLog.self)
        #expect(log.id == 6)
        #expect(request.resolve(RequestLog.self) === log)
    }

    @Test func aDecoratorBetweenDecoratesForEachContainerBelow() {
        register()
        let middle = request(1)
        middle.decorate(RequestLog.self) { RequestLog(id: $0.id + 5) }
        #expect(request(2, of: middle).resolve(RequestLog.self).id == 7)
        #expect(middle.resolve(RequestLog.self).id == 6)
    }

    @Test func theDefaultOfATypedKeyIsPerContainerToo() {
        let (first, second) = (request(1), request(2))
        #expect(first.resolve(\.requestText) == "1")
        #expect(second.resolve(\.requestText) == "2")
        #expect(request(3, of: first).resolve(\.requestText) == "3")
        #expect(first.resolve(\.requestText) == "1")
    }

    @Test func whatReplacesTheRegistrationsOfAContainerLeavesItsParentsThere() {
        register()
        let request = request(1)
        _ = request.resolve(RequestLog.self)
        let token = request.overwriteExistingRegistrations(withService: RequestLog(id: 7), for: RequestLog.self)
        #expect(request.resolve(RequestLog.self).id == 7)
        request.remove(token)
        #expect(request.resolve(RequestLog.self).id == 1)
    }

    @Test func aDecorationForgetsWhatItHasDecoratedBefore() {
        let cached = app.register(RequestLog.self) { RequestLog(id: 100) }
        let middle = request(1)
        middle.decorate(RequestLog.self) { RequestLog(id: $0.id + 5) }
        let innermost = request(2, of: middle)
        #expect(middle.resolve(RequestLog.self).id == 105)
        register()
        #expect(innermost.resolve(RequestLog.self).id == 7)
        let log = middle.resolve(RequestLog.self)
        #expect(log.id == 6)
        app.remove(cached)
        #expect(innermost.resolve(RequestLog.self).id == 7)
        #expect(middle.resolve(RequestLog.self) === log)
    }

    @Test func resettingTheRegistrationOrADecoratorLetsGoInEachContainer() {
        let token = register()
        let decorations = Counter()
        let decorator = app.decorate(RequestLog.self) { log in
            decorations.increment()
            return RequestLog(id: log.id * 10)
        }
        let request = request(1)
        let log = request.resolve(RequestLog.self)
        app.reset(decorator)
        #expect(request.resolve(RequestLog.self) !== log)
        #expect(request.resolve(RequestLog.self).id == 10)
        #expect(decorations.count == 2)
        app.reset(token)
        #expect(request.resolve(RequestLog.self).id == 10)
        #expect(decorations.count == 3)
    }

    @Test func aPropertyReadsWhatItsContainerHasCopied() {
        let request = request(1)
        let property = Dependency(\.unkept, container: request)
        let unkept = property.wrappedValue
        #expect(property.wrappedValue === unkept)
        app.register(\.unkept, lifetime: .perContainer) { Logger("own") }
        let own = request.resolve(\.unkept)
        #expect(property.wrappedValue === own)
    }

    @Test func contributionsArePerContainerToo() {
        app.contribute(to: String.self) { "app" }
        app.contribute(to: String.self, lifetime: .perContainer) { "\(resolve(Int.self))" }
        app.register(0, for: Int.self)
        let request = request(1)
        request.contribute(to: String.self) { "own" }
        #expect(request.resolveAll(String.self) == ["app", "1", "own"])
        #expect(app.resolveAll(String.self) == ["app", "0"])
        app.contribute(to: String.self, lifetime: .perContainer) { "later \(resolve(Int.self))" }
        #expect(request.resolveAll(String.self) == ["app", "1", "later 1", "own"])
        #expect(self.request(2, of: request).resolveAll(String.self) == ["app", "2", "later 2", "own"])
    }

    @Test func contributionsOfParentsAndOfTheirChildrenComeTogetherWheneverTheyAreMade() {
        let middle = request(1)
        let innermost = request(2, of: middle)
        middle.contribute(to: String.self, lifetime: .perContainer) { "middle's \(resolve(Int.self))" }
        middle.contribute(to: String.self) { "middle" }
        #expect(innermost.resolveAll(String.self) == ["middle's 2", "middle"])
        app.contribute(to: String.self, lifetime: .perContainer) { "app's \(resolve(Int.self))" }
        #expect(innermost.resolveAll(String.self) == ["app's 2", "middle's 2", "middle"])
        app.contribute(to: String.self, lifetime: .perContainer) { "later \(resolve(Int.self))" }
        #expect(innermost.resolveAll(String.self) == ["app's 2", "later 2", "middle's 2", "middle"])
    }

    @Test func defaultsOfTypedKeysArePerContainerToo() {
        app.register(0, for: Int.self)
        let (first, second) = (request(1), request(2))
        #expect(first.resolve(\.perContainer) == 1)
        #expect(first.resolve(\.perContainer) == 1)
        #expect(second.resolve(\.perContainer) == 2)
        #expect(app.resolve(\.perContainer) == 0)
    }

    @Test func argumentsArePerContainerToo() {
        app.register([Int].self, taking: Int.self, lifetime: .perContainer) { [$0, resolve(Int.self)] }
        #expect(request(1).resolve([Int].self, with: 7) == [7, 1])
        #expect(request(2).resolve([Int].self, with: 7) == [7, 2])
        app.decorate([Int].self, taking: Int.self) { $0 + [resolve(Int.self)] }
        #expect(request(3).resolve([Int].self, with: 7) == [7, 3, 3])
        let request = request(4)
        request.decorate([Int].self, taking: Int.self) { [0] + $0 }
        #expect(request.resolve([Int].self, with: 7) == [0, 7, 4, 4])
    }

    @Test func asynchronousCreatorsArePerContainerToo() async throws {
        app.register(RequestLog.self, lifetime: .perContainer) {
            await Task.yield()
            return RequestLog(id: try DependencyContainer.shared.resolving(Int.self))
        }
        let (first, second) = (request(1), request(2))
        let log = try await first.asyncResolve(RequestLog.self)
        #expect(log.id == 1)
        #expect(first.resolve(RequestLog.self) === log)
        #expect(try await second.asyncResolve(RequestLog.self).id == 2)
    }

    @Test func anUnkeptAsynchronousCreatorRunsInTheContainerThatWasAsked() async throws {
        app.register(String.self, lifetime: .transient) {
            await Task.yield()
            return "\(try DependencyContainer.shared.resolving(Int.self))"
        }
        #expect(try await request(1).asyncResolve(String.self) == "1")
    }

    @Test func aForkHasItsOwn() {
        register()
        let request = request(1)
        let log = request.resolve(RequestLog.self)
        let fork = request.fork()
        #expect(fork.resolve(RequestLog.self) !== log)
        #expect(fork.resolve(RequestLog.self).id == 1)
    }

    @Test func theInventoryAndTheGraphListTheRegistrationOnce() {
        register()
        let request = request(1)
        _ = request.resolve(RequestLog.self)
        #expect(request.registrations.map { "\($0.service)" } == ["Int"])
        #expect(request.graph().nodes.count == 2)
        #expect(request.graph(byCreating: true).edges.count == 1)
        #expect(app.registrations.map(\.lifetime) == [.perContainer])
        #expect("\(Lifetime.perContainer)" == "perContainer")
    }

    @Test func manyThreadsOfOneContainerGetOneInstance() {
        let runs = Counter()
        app.register(Logger.self, lifetime: .perContainer) { Logger("\(runs.increment())") }
        for round in 1...50 {
            let container = DependencyContainer(parent: app)
            let found = Shared<[ObjectIdentifier]>([])
            let haveEnded = onThreads(4) { _ in
                let logger = container.resolve(Logger.self)
                found.change { $0.append(ObjectIdentifier(logger)) }
            }
            #expect(haveEnded)
            #expect(Set(found.value).count == 1)
            #expect(runs.count == round)
        }
    }

    @Test func overridesThatComeAndGoMeanwhileAlwaysAnswer() {
        let container = DependencyContainer(parent: app)
        app.register(Logger.self, lifetime: .perContainer) { Logger("own") }
        let haveEnded = onThreads(4) { thread in
            for _ in 0..<300 {
                if thread == 0 {
                    let token = app.register(Logger("override"), for: Logger.self)
                    if container.resolve(Logger.self).label != "override" { Issue.record("The newest has to answer.") }
                    app.remove(token)
                    if container.resolve(Logger.self).label != "own" { Issue.record("The older has to answer again.") }
                } else {
                    _ = container.resolve(Logger.self)
                }
            }
        }
        #expect(haveEnded)
    }

    @Test func whatIsRegisteredMeanwhileAnswersInAllContainersAtOnce() {
        let container = DependencyContainer(parent: app)
        let (app, last) = (app, 1_000)
        @Sendable func number(_ container: DependencyContainer) -> Int { container.resolve(RequestLog.self).id }
        app.register(RequestLog.self, lifetime: .perContainer) { RequestLog(id: 0) }
        let haveEnded = onThreads(4) { thread in
            if thread == 0 {
                for id in 1...last { app.register(RequestLog.self, lifetime: .perContainer) { RequestLog(id: id) } }
                return
            }
            while number(container) < last {
                let (first, second, third) = (number(app), number(container), number(app))
                if first > second || second > third { Issue.record("\(first), \(second), \(third)") }
            }
        }
        #expect(haveEnded)
    }

    @Test func copiesComeAndGoTogether() {
        let container = DependencyContainer(parent: app)
        let app = app
        app.register(Logger.self, lifetime: .perContainer) { Logger("own") }
        app.decorate(Logger.self) { Logger("decorated \($0.label)") }
        for label in ["a", "b"] { app.contribute(to: Logger.self, lifetime: .perContainer) { Logger(label) } }
        let haveEnded = onThreads(4) { thread in
            for _ in 0..<1_000 {
                if thread == 0 {
                    app.remove(app.register(Logger("override"), for: Logger.self))
                    app.remove(app.contribute(to: Logger.self) { Logger("more") })
                } else {
                    let label = container.resolve(Logger.self).label
                    if !["decorated own", "override"].contains(label) { Issue.record("\(label)") }
                    let labels = container.resolveAll(Logger.self).map(\.label)
                    if labels.filter({ $0 != "more" }) != ["a", "b"] { Issue.record("\(labels)") }
                }
            }
        }
        #expect(haveEnded)
    }

    private final class Connection: Sendable {}

    /// Uses a connection, which it has looked up.
    private final class Transaction: Sendable {
        let connection = resolve(Connection.self)
    }

    @Test(arguments: [true, false]) func aRequestClosesItsServicesTheNewestRegistrationFirst(isReset: Bool) {
        let closed = Shared<[String]>([])
        app.register(
            Connection.self,
            lifetime: .perContainer,
            creator: { Connection() }
        ).onRemove { _ in closed.change { $0.append("connection") } }
        app.register(
            Transaction.self,
            lifetime: .perContainer,
            creator: { Transaction() }
        ).onRemove { _ in closed.change { $0.append("transaction") } }
        do {
            let request = request(1)
            // The transaction comes first, and makes the connection.
            _ = request.resolve(Transaction.self)
            if isReset { request.reset() }
        }
        #expect(closed.value == ["transaction", "connection"])
    }

    private final class Buffer {
        let flushes: Shared<Int>
        init(_ flushes: Shared<Int>) { self.flushes = flushes }
        func flush() { flushes.change { $0 += 1 } }
    }

    /// Uses what was registered before it when it goes.
    private final class Writer {
        @Dependency var buffer: Buffer
        deinit { buffer.flush() }
    }

    @Test func aServiceOfARequestMayUseAnOlderOneInItsDeinit() {
        let (buffers, flushes) = (Shared(0), Shared(0))
        app.register(Buffer.self, lifetime: .perContainer) {
            buffers.change { $0 += 1 }
            return Buffer(flushes)
        }
        app.register(Writer.self, lifetime: .perContainer) { Writer() }
        do {
            let request = request(1)
            withExtendedLifetime(request) { request.resolve(Writer.self).buffer.flush() }
        }
        #expect(buffers.value == 1)
        #expect(flushes.value == 2)
    }
}

extension Shared<(@Sendable () -> Void)?> {
    /// Runs the action, under no lock, and forgets it.
    fileprivate func runOnce() {
        let action = change { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

/// A clock that does something when it is read.
private final class HookedClock: ExpirationClock {
    let hook = Shared<(@Sendable () -> Void)?>(nil)

    func secondsNow() -> Double {
        hook.runOnce()
        return 0
    }
}

/// An argument that does something when it is compared with another one for the first time. All are equal.
private struct Hooked: Hashable, Sendable {
    let id: Int
    let hook: Shared<(@Sendable () -> Void)?>

    static func == (left: Hooked, right: Hooked) -> Bool {
        guard left.id != right.id else { return true }
        left.hook.runOnce()
        return true
    }

    func hash(into hasher: inout Hasher) {}
}

extension DependencyKeys {
    fileprivate var perContainer: DependencyKey<Int> { .init(lifetime: .perContainer) { resolve(Int.self) } }
    fileprivate var unkept: DependencyKey<Logger> { .init(lifetime: .transient) { Logger() } }
}

extension DependencyKeys {
    fileprivate var requestText: DependencyKey<String> {
        .init(lifetime: .perContainer) { "\(resolve(Int.self))" }
    }
}

/// Who keeps a service makes it: what a parent keeps is never made from what a child has.
@Suite struct CaptivityTests {
    private struct RequestID {}
    private final class Ledger: Sendable {}
    private final class Receipt: Sendable {}

    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test func theErrorNamesBothLinesAndTheCure() throws {
        parent.register(Ledger.self) {
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return Ledger()
        }
        let line = #line + 1
        child.register(RequestID(), for: RequestID.self)
        let error = try #require(throws: DependencyError.self) { try child.resolving(Ledger.self) }
        let text = error.description
        #expect(text.contains("Nothing is registered for HopoateTests.CaptivityTests.RequestID."))
        #expect(text.contains("that was asked for HopoateTests.CaptivityTests.Ledger has it"))
        #expect(text.contains("eager, registered at HopoateTests/PerContainerTests.swift:\(line))"))
        #expect(text.contains("(cached, registered at HopoateTests/PerContainerTests.swift:\(line - 5))"))
        #expect(text.contains("is kept by a parent, and made from the parent's services alone."))
        #expect(text.contains("Register HopoateTests.CaptivityTests.Ledger with the lifetime `perContainer`"))
    }

    @Test func theErrorSaysSoOfAsynchronousCreatorsToo() async throws {
        parent.register(Ledger.self) {
            await Task.yield()
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return Ledger()
        }
        child.register(RequestID(), for: RequestID.self)
        let error = try await #require(throws: DependencyError.self) { try await child.asyncResolve(Ledger.self) }
        #expect(error.description.contains("is kept by a parent, and made from the parent's services alone."))
    }

    @Test func aGraphsInstancesAreNotSharedWithWhatTheParentKeeps() {
        parent.register(Receipt.self, lifetime: .graph) { Receipt() }
        parent.register([Receipt].self, named: "kept") { [resolve(Receipt.self)] }
        parent.register([Receipt].self, lifetime: .transient) {
            [resolve(Receipt.self), resolve(Receipt.self)] + resolve([Receipt].self, named: "kept")
        }
        let receipts = child.resolve([Receipt].self)
        #expect(receipts[0] === receipts[1])
        #expect(receipts[0] !== receipts[2])
    }

    @Test func aServiceMayNeedItselfInAnotherContainer() throws {
        parent.register(String.self, lifetime: .transient) {
            "part of \(try DependencyContainer.shared.resolving(Int.self))"
        }
        parent.register(7, for: Int.self)
        parent.register([String].self) { [try DependencyContainer.shared.resolving(String.self)] }
        child.register(Int.self, lifetime: .transient) {
            try DependencyContainer.shared.resolving([String].self).count
        }
        #expect(try child.resolving(String.self) == "part of 1")
        #expect(parent.resolve([String].self) == ["part of 7"])
    }

    @Test func aServiceMayNeedItselfInAnotherContainerForTheSameArgument() throws {
        parent.register(Int.self, taking: String.self) { [parent] text in
            if DependencyContainer.shared === parent { return text.count }
            return try parent.resolving(Int.self, with: text) * 10
        }
        #expect(try child.resolving(Int.self, with: "four") == 40)
    }

    @Test func aServiceMayNeedItselfInAnotherContainerAsynchronously() async throws {
        parent.register(String.self, lifetime: .perContainer) {
            await Task.yield()
            return "part of \(try await DependencyContainer.shared.asyncResolve(Int.self))"
        }
        parent.register(7, for: Int.self)
        parent.register([String].self) {
            await Task.yield()
            return [try await DependencyContainer.shared.asyncResolve(String.self)]
        }
        child.register(Int.self, lifetime: .transient) {
            await Task.yield()
            return try await DependencyContainer.shared.asyncResolve([String].self).count
        }
        #expect(try await child.asyncResolve(String.self) == "part of 1")
        #expect(parent.resolve([String].self) == ["part of 7"])
    }

    @Test func anAsynchronousServiceThatNeedsItselfIsACycleInAChildToo() async throws {
        parent.register(String.self, lifetime: .transient) {
            "\(try await DependencyContainer.shared.asyncResolve(Int.self))"
        }
        parent.register(Int.self, lifetime: .transient) {
            try DependencyContainer.shared.resolving(String.self).count
        }
        let error = try await #require(throws: DependencyError.self) { try await child.asyncResolve(String.self) }
        guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
    }

    @Test(arguments: [Lifetime.cached, .weak, .graph, .perContainer])
    func whatNobodyCanAskForAgainIsMadeInTheChild(_ lifetime: Lifetime) throws {
        parent.register(Receipt.self, taking: (Int, Int).self, lifetime: lifetime) { _ in
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return Receipt()
        }
        child.register(RequestID(), for: RequestID.self)
        _ = try child.resolving(Receipt.self, with: (1, 2))
    }

    @Test func aDecoratorMayNeedWhatItDecoratesInAnotherContainer() throws {
        parent.register(String.self, lifetime: .perContainer) { "part" }
        parent.decorate(String.self) { "\($0) of \(try DependencyContainer.shared.resolving(Int.self))" }
        parent.register(7, for: Int.self)
        parent.register([String].self) { [try DependencyContainer.shared.resolving(String.self)] }
        child.register(Int.self, lifetime: .transient) {
            try DependencyContainer.shared.resolving([String].self).count
        }
        #expect(try child.resolving(String.self) == "part of 1")
        #expect(parent.resolve([String].self) == ["part of 7"])
    }

    @Test(.disabled(if: isSanitized)) func everNewChildrenWithinOneAnotherAreACycle() throws {
        let parent = parent
        parent.register(String.self, lifetime: .transient) {
            try DependencyContainer(parent: parent).resolving(String.self)
        }
        parent.register(Ledger.self, lifetime: .perContainer) {
            try DependencyContainer(parent: parent).resolving(Ledger.self)
        }
        for resolve in [{ _ = try parent.resolving(String.self) }, { _ = try parent.resolving(Ledger.self) }] {
            let error = try #require(throws: DependencyError.self) { try resolve() }
            guard case .cycle = error.reason else { return #expect("\(error.reason)" == "cycle") }
        }
    }

    @Test func validatingAChildTellsOfWhatOnlyTheChildHas() throws {
        parent.autoregister(Pair.self, initializer: Pair.init)
        child.register(RequestID(), for: RequestID.self)
        let error = try #require(throws: DependencyValidationError.self) { try child.validate() }
        #expect(error.problems.map(\.kind) == [.missing])
        let text = error.description
        #expect(text.contains("only a child has it: HopoateTests.CaptivityTests.RequestID, eager, registered at"))
        #expect(text.contains("Let each container make what needs it: give that the lifetime `perContainer`."))
    }

    @Test func validatingAChildFollowsWhatIsMadeForAParentsService() throws {
        parent.autoregister(Pair.self, lifetime: .transient, initializer: Pair.init)
        child.register(RequestID(), for: RequestID.self)
        try child.validate()
        parent.autoregister(Holder.self, initializer: Holder.init)
        let error = try #require(throws: DependencyValidationError.self) { try child.validate() }
        #expect(error.problems.map(\.kind) == [.missing])
        #expect(error.problems[0].path == ["Holder", "RequestID"])
        child.autoregister(Holder.self, initializer: Holder.init)
        #expect(throws: DependencyValidationError.self) { try parent.validate() }
    }

    @Test(arguments: [Lifetime.transient, .perContainer])
    func whatIsMadeInTheChildIsValidInTheChild(_ lifetime: Lifetime) throws {
        parent.autoregister(Pair.self, lifetime: lifetime, initializer: Pair.init)
        #expect(throws: DependencyValidationError.self) { try child.validate() }
        child.register(RequestID(), for: RequestID.self)
        try child.validate()
        try child.validate(byCreating: true)
    }

    @Test(arguments: [Lifetime.transient, .perContainer, .cached])
    func contributionsAreCreatedInTheChildToo(_ lifetime: Lifetime) throws {
        parent.contribute(to: String.self, lifetime: lifetime) {
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return "contribution"
        }
        child.register(RequestID(), for: RequestID.self)
        if lifetime == .cached {
            #expect(throws: DependencyValidationError.self) { try child.validate(byCreating: true) }
        } else {
            try child.validate(byCreating: true)
        }
    }

    private struct Pair {
        let id: RequestID
        init(id: RequestID) { self.id = id }
    }

    private struct Holder {
        let pair: Pair
        init(pair: Pair) { self.pair = pair }
    }
}
