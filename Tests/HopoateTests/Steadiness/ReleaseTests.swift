import Hopoate
import Testing

/// When the last owner lets go, everything goes: containers, registrations, creators, instances and what looks into them.
@Suite struct ReleaseTests {
    private let census = Census()

    /// An object that a container makes, and which looks services up in every way there is.
    private final class Visitor {
        @Dependency var part: Part
        @Dependency(named: "missing") var missing: Part
        @OptionalDependency var tool: (any Tool)?
        let lazyPart = Lazy<Part>()
        let own: Part

        init(_ own: Part) { self.own = own }

        func lookUpEverything() { _ = (part, tool, lazyPart.get()) }
    }

    private static let lifetimes: [Lifetime] = [
        .eager, .cached, .transient, .weak, .graph, .scoped(scope), .expiring(afterSeconds: 1e9),
    ]
    /// It lives as long as the process.
    private static let scope = DependencyScope()

    private func part(_ label: String = "part") -> Part { Part(label, countedBy: census) }

    /// Runs a body with a container, and expects nothing of either to be left.
    private func expectNothingLeft(_ body: (DependencyContainer) throws -> Void) rethrows {
        weak var released: DependencyContainer?
        do {
            let container = DependencyContainer()
            released = container
            try body(container)
        }
        #expect(released == nil)
        #expect(census.alive == 0)
    }

    /// Registers a visitor and what it looks up, each with a creator that holds something, and has it look that up.
    private func populate(_ container: DependencyContainer, _ lifetime: Lifetime) {
        let (captured, census) = (part("captured"), census)
        container.register(Part.self, lifetime: lifetime) {
            Part("made", from: [captured], countedBy: census)
        }
        container.register((any Tool).self, lifetime: lifetime) { Part("tool", countedBy: census) }
        container.register(Visitor.self, lifetime: lifetime) { Visitor(captured) }
        container.resolve(Visitor.self).lookUpEverything()
    }

    private func decorate(_ container: DependencyContainer) {
        let census = census
        container.decorate(Part.self) { Part("decoration", from: [$0], countedBy: census) }
        container.decorate(Visitor.self) { visitor in
            visitor.lookUpEverything()
            return Visitor(visitor.own)
        }
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfAContainer(_ lifetime: Lifetime) {
        expectNothingLeft { container in populate(container, lifetime) }
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfDecorators(_ lifetime: Lifetime) {
        expectNothingLeft { container in
            populate(container, lifetime)
            decorate(container)
            container.resolve(Visitor.self).lookUpEverything()
        }
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfAParentAndItsChild(_ lifetime: Lifetime) {
        expectNothingLeft { container in
            populate(container, lifetime)
            let child = DependencyContainer(parent: container)
            child.resolve(Visitor.self).lookUpEverything()
            populate(child, lifetime)
            decorate(child)
            child.resolve(Visitor.self).lookUpEverything()
        }
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfAFork(_ lifetime: Lifetime) {
        expectNothingLeft { container in
            populate(container, lifetime)
            decorate(container)
            let fork = DependencyContainer(parent: container).fork()
            fork.resolve(Visitor.self).lookUpEverything()
            decorate(fork)
            fork.resolve(Visitor.self).lookUpEverything()
        }
    }

    @Test(arguments: lifetimes) func nothingIsLeftAfterAReset(_ lifetime: Lifetime) {
        let container = DependencyContainer()
        populate(container, lifetime)
        decorate(container)
        container.resolve(Visitor.self).lookUpEverything()
        container.reset()
        #expect(census.alive == 0)
    }

    @Test(arguments: lifetimes) func aTokenKeepsNothing(_ lifetime: Lifetime) {
        var tokens: [AnyServiceRegistration] = []
        expectNothingLeft { container in
            let captured = part()
            tokens.append(container.register(Part.self, lifetime: lifetime) { captured })
            tokens.append(
                container.decorate(Part.self) { Part("decoration", from: [$0, captured], countedBy: census) }
            )
            tokens.append(container.register(part(), for: Part.self, named: "instance"))
            _ = container.resolve(Part.self)
        }
        #expect(tokens.count == 3)
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfContributions(_ lifetime: Lifetime) {
        expectNothingLeft { container in
            let child = DependencyContainer(parent: container)
            for container in [container, child] {
                populate(container, lifetime)
                container.contribute(to: Visitor.self, lifetime: lifetime) {
                    DependencyContainer.shared.resolve(Visitor.self)
                }
            }
            for visitor in child.resolveAll(Visitor.self) { visitor.lookUpEverything() }
        }
    }

    @Test(arguments: lifetimes) func nothingIsLeftOfArguments(_ lifetime: Lifetime) {
        struct Argument: Hashable {
            let number: Int
            let part: Part

            static func == (left: Argument, right: Argument) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }
        expectNothingLeft { container in
            populate(container, lifetime)
            container.register(Visitor.self, taking: Argument.self, lifetime: lifetime) { Visitor($0.part) }
            for number in [1, 2, 1] {
                container.resolve(Visitor.self, with: Argument(number: number, part: part())).lookUpEverything()
            }
        }
    }

    /// What a hit takes is compiled into this function. An optimiser that let the container or the property go before the
    /// lock is free again, as 6.3.1 does not, would have them wait for it for ever.
    @Test func whoIsOnlyThereToResolveGoesAfterwards() {
        @Sendable func container() -> DependencyContainer {
            let container = DependencyContainer()
            container.register(part("kept"), for: Part.self)
            return container
        }
        let haveEnded = onThreads(1) { _ in
            for _ in 0..<100 {
                #expect(container().resolve(Part.self).label == "kept")
                #expect(Dependency<Part>(container: container()).wrappedValue.label == "kept")
            }
        }
        #expect(haveEnded)
        #expect(census.alive == 0)
    }

    @Test func aPropertyKeepsItsContainerAndNothingKeepsTheProperty() {
        expectNothingLeft { container in
            populate(container, .cached)
            var properties: [Dependency<Part>] = []
            do {
                let child = DependencyContainer(parent: container)
                child.register(part("of the child"), for: Part.self)
                properties = [Dependency(container: container), Dependency(container: child)]
            }
            #expect(properties.map(\.wrappedValue.label) == ["made", "of the child"])
        }
    }

    @Test(arguments: [true, false]) func nothingIsLeftOfObservers(_ endsFirst: Bool) {
        var observations: [ResolutionObservation] = []
        weak var released: DependencyContainer?
        do {
            let container = DependencyContainer()
            released = container
            populate(container, .cached)
            let (captured, other) = (part(), part())
            container.register(Part.self, lifetime: .transient) { captured }
            observations = [container.observe { _ in _ = other }, container.observe { _ in _ = other }]
            _ = container.resolve(Part.self)
            if endsFirst { observations = [] }
        }
        #expect(released == nil)
        // An observation holds its observer, and that what it likes.
        #expect(census.alive == observations.count / 2)
        observations = []
        #expect(census.alive == 0)
    }

    @Test func nothingIsLeftOfFailures() throws {
        try expectNothingLeft { container in
            let captured = part()
            for lifetime in Self.lifetimes {
                container.register(Part.self, named: "\(lifetime)", lifetime: lifetime) { () throws -> Part in
                    _ = captured
                    throw SomeError()
                }
                let error = try #require(throws: DependencyError.self) {
                    try container.resolving(Part.self, named: "\(lifetime)")
                }
                #expect(error.underlyingError is SomeError)
            }
        }
    }

    /// The instance is the caller's alone then.
    @Test(arguments: lifetimes) func nothingIsLeftOfWhatIsRemovedWhileItIsMade(_ lifetime: Lifetime) {
        let census = census
        let container = DependencyContainer()
        let token = Shared<AnyServiceRegistration?>(nil)
        // That of the other tests, which run at the same time, is not to be reset.
        let scope = DependencyScope()
        let lifetime = lifetime == .scoped(ReleaseTests.scope) ? .scoped(scope) : lifetime
        token.value = container.register(Part.self, lifetime: lifetime) {
            if let token = token.value { container.remove(token) }
            scope.reset()
            return Part("late", countedBy: census)
        }
        _ = container.optionalResolve(Part.self)
        if let last = token.value { container.remove(last) }
        #expect(census.alive == 0)
        token.value = nil
    }

    @Test func nothingIsLeftOfAnAsynchronousCreatorThatIsDecorated() async throws {
        weak var released: DependencyContainer?
        do {
            let container = DependencyContainer()
            released = container
            populate(container, .cached)
            let (captured, census) = (part(), census)
            container.register((any Tool).self) { () async -> any Tool in
                await Task.yield()
                return Part(captured.label, from: [captured], countedBy: census)
            }
            container.decorate((any Tool).self) { tool in
                Part(tool.label, from: [captured], countedBy: census)
            }
            #expect(try await container.asyncResolve((any Tool).self).label == "part")
            container.resolve(Visitor.self).lookUpEverything()
        }
        // The task of a creation may end a moment after those who await it.
        await eventually(released == nil && census.alive == 0)
        #expect(released == nil)
        #expect(census.alive == 0)
    }

    @Test func nothingIsLeftOfAModule() {
        struct Module: DependencyModule {
            let part: Part

            func register(in container: DependencyContainer) { container.register(part, for: Part.self) }
        }
        expectNothingLeft { container in
            let installed = container.install(Module(part: part()))
            #expect(container.canResolve(Part.self))
            container.remove(installed)
            #expect(census.alive == 0)
            container.install(Module(part: part()))
        }
    }
}

// What is used while its container goes.
extension ReleaseTests {
    private final class Closing: Sendable {
        let part: Lazy<Logger>
        let onDeinit: @Sendable (String) -> Void
        init(_ part: Lazy<Logger>, _ onDeinit: @escaping @Sendable (String) -> Void) {
            (self.part, self.onDeinit) = (part, onDeinit)
        }
        deinit { onDeinit(part.get().label) }
    }

    private final class Asking: Sendable {
        let part = Dependency<Logger>()
        let onDeinit: @Sendable (DependencyContainer) -> Void
        init(_ onDeinit: @escaping @Sendable (DependencyContainer) -> Void) { self.onDeinit = onDeinit }
        deinit { onDeinit(part.container) }
    }

    private final class RequestLog: Sendable {
        let metrics = OptionalDependency<Metrics>()
        func write() {}
        deinit { metrics()?.count() }
    }

    private final class Metrics: Sendable {
        let log = OptionalDependency<RequestLog>()
        func count() {}
        deinit { log()?.write() }
    }

    @Test func theServicesOfARequestThatUseEachOtherWhenTheyGoDoGo() async {
        await #expect(processExitsWith: .success) {
            let app = DependencyContainer()
            app.register(RequestLog.self, lifetime: .perContainer) { RequestLog() }
            app.register(Metrics.self, lifetime: .perContainer) { Metrics() }
            do {
                let request = DependencyContainer(parent: app)
                request.resolve(RequestLog.self).write()
                request.resolve(Metrics.self).count()
            }
        }
    }

    private final class Journal: Sendable {
        let report = OptionalDependency<Report>()
        deinit { report()?.add() }
    }

    private final class Report: Sendable {
        let journal: Journal
        init(_ journal: Journal) { self.journal = journal }
        func add() {}
    }

    @Test func aServiceOfARequestThatUsesAnotherWhenItGoesDoesGo() async {
        await #expect(processExitsWith: .success) {
            let app = DependencyContainer()
            app.register(Journal.self, lifetime: .perContainer) { Journal() }
            app.register(Report.self, lifetime: .perContainer) { Report(resolve(Journal.self)) }
            let request = DependencyContainer(parent: app)
            request.resolve(Report.self).add()
        }
    }
}
