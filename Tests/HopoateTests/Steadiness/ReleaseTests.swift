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
    private func expectNothingLeft(_ body: (DependencyContainer) -> Void) {
        weak var released: DependencyContainer?
        do {
            let container = DependencyContainer()
            released = container
            body(container)
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

    /// Random programs count what is left of everything else.
    @Test(arguments: lifetimes) func nothingIsLeftOfAContainerItsChildrenAndForks(_ lifetime: Lifetime) {
        expectNothingLeft { container in
            populate(container, lifetime)
            decorate(container)
            let child = DependencyContainer(parent: container)
            child.resolve(Visitor.self).lookUpEverything()
            populate(child, lifetime)
            decorate(child)
            let fork = child.fork()
            for container in [container, child, fork] {
                container.contribute(to: Visitor.self, lifetime: lifetime) {
                    DependencyContainer.shared.resolve(Visitor.self)
                }
                container.register(Visitor.self, taking: Argument.self, lifetime: lifetime) { Visitor($0.part) }
                for number in [1, 2, 1] {
                    container.resolve(Visitor.self, with: Argument(number: number, part: part())).lookUpEverything()
                }
                for visitor in container.resolveAll(Visitor.self) { visitor.lookUpEverything() }
                container.resolve(Visitor.self).lookUpEverything()
            }
        }
        let container = DependencyContainer()
        populate(container, lifetime)
        decorate(container)
        container.resolve(Visitor.self).lookUpEverything()
        container.reset()
        #expect(census.alive == 0)
    }

    private struct Argument: Hashable {
        let number: Int
        let part: Part

        static func == (left: Argument, right: Argument) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
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

    // MARK: - What is used while its container goes

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
}
