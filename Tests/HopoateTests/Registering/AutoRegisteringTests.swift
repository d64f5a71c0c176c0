public import Hopoate
import HopoateDiagnostics
import Testing

extension DependencyKeys {
    fileprivate var answer: DependencyKey<Int> { .init { 42 } }
}

/// Applies to the whole test process, but only to containers that a test has named.
extension DependencyContainer: AutoRegistering {
    /// Registers for the running test, and for the random program of this task.
    public func autoRegister() {
        for entry in AutoRegisteringTests.entries.value where entry.isMeant(self) { entry.register(self) }
        SharedWorkshop.current?.registerAutomatically(in: self)
    }
}

@Suite struct AutoRegisteringTests {
    fileprivate struct Entry: @unchecked Sendable {
        weak var container: DependencyContainer?
        let register: @Sendable (DependencyContainer) -> Void
        /// A registration that the container's forks have, too.
        var mark: UInt64?

        func isMeant(_ other: DependencyContainer) -> Bool {
            container === other || mark != nil && other.registrations.contains { $0.origin == mark }
        }
    }

    fileprivate static let entries = Shared<[Entry]>([])

    let container = DependencyContainer()

    private func whenMissing(
        in container: DependencyContainer? = nil,
        _ register: @escaping @Sendable (DependencyContainer) -> Void
    ) {
        let mark = (container ?? self.container).registrations.first?.origin
        let entry = Entry(container: container ?? self.container, register: register, mark: mark)
        AutoRegisteringTests.entries.change { $0.append(entry) }
    }

    @Test func `a graph shows the default that an automatic decorator wraps`() async throws {
        container.register("mark", for: String.self)
        whenMissing { $0.decorate(\.answer) { $0 + 1 } }
        #expect(container.graph().nodes.count == 1)
        #expect(await container.graph(runningCreators: true).nodes.count == 3)
        #expect(container.registrations.count == 1)
        #expect(container.resolve(\.answer) == 43)
        let kinds = container.graph().nodes.map(\.kind.rawValue).sorted()
        #expect(kinds == ["decorator", "default", "service"])
        try container.validate()
    }

    @Test func `waitUntilReady awaits eager automatic registrations`() async throws {
        whenMissing { $0.register(String.self, lifetime: .eager, asyncCreator: { "awaited" }) }
        try await container.waitUntilReady()
        #expect(try container.resolving(String.self) == "awaited")
    }

    @Test func `autoRegister runs once, when a look-up first misses`() throws {
        let runs = Counter()
        whenMissing { container in
            container.register("automatic \(runs.increment())", for: String.self)
        }
        container.register(5, for: Int.self)
        #expect(try container.resolving(Int.self) == 5)
        #expect(runs.count == 0)
        #expect(try container.resolving(String.self) == "automatic 1")
        #expect(container.optionalResolve(Double.self) == nil)
        #expect(runs.count == 1)
    }

    @Test func `an automatic registration is a default and observed once`() throws {
        whenMissing { $0.register("automatic", for: \.automaticText) }
        let events = Shared<[String]>([])
        let observation = container.observe { event in events.change { $0.append("\(event.depth) \(event.kind)") } }
        #expect(try container.resolving(\.automaticText) == "automatic")
        observation.cancel()
        #expect(events.value == ["0 registered", "0 hit"])
        #expect(container.registrations.map(\.isDefault) == [true])
        container.register("by hand", for: \.automaticText)
        #expect(try container.resolving(\.automaticText) == "by hand")
    }

    /// The second base comes between the decorator and the base that it has decorated.
    @Test func `removing a decorator cleans up all its decorations`() {
        let (container, removed) = (container, Counter())
        let decorator = container.decorate(Logger.self, taking: Int.self) { Logger("<\($0.label)>") }
            .onRemove { _ in removed.increment() }
        whenMissing { container in
            for label in ["first", "second"] {
                container.register(Logger.self, taking: Int.self, lifetime: .cached) { _ in Logger(label) }
                _ = container.resolve(Logger.self, with: 1)
            }
        }
        _ = container.optionalResolve(Double.self)
        container.remove(decorator)
        #expect(removed.count == 2)
    }

    @Test func `a cycle over autoRegister and another thread is an error`() {
        let (container, isRegistering, failures) = (container, Barrier(2), Counter())
        container.register(String.self, lifetime: .cached) {
            isRegistering.wait()
            return try container.resolving(Double.self).description
        }
        whenMissing { container in
            isRegistering.wait()
            if (try? container.resolving(String.self)) == nil { failures.increment() }
        }
        atOnce(2) { index in
            if index == 1 { return _ = container.optionalResolve(Bool.self) }
            if (try? container.resolving(String.self)) == nil { failures.increment() }
        }
        #expect(failures.count >= 1)
    }

    @Test func `eager automatic registrations are created after autoRegister, or when they are looked up`() {
        let (container, lines) = (container, Shared<[String]>([]))
        whenMissing { container in
            for name in ["a", "b", "c"] {
                container.register(String.self, named: name, lifetime: .eager) {
                    lines.change { $0.append(name) }
                    return name
                }
                if name == "b" { _ = container.resolve(String.self, named: "b") }
            }
            container.contribute(to: Int.self, lifetime: .eager) {
                lines.change { $0.append("contribution") }
                return 1
            }
            container.register(service: Bool.self) { throw SomeError() }
            lines.change { $0.append("registered") }
        }
        #expect(container.optionalResolve(Double.self) == nil)
        #expect(lines.value == ["b", "registered", "a", "c", "contribution"])
        #expect(container.resolveAll(Int.self) == [1])
        #expect(lines.value.count == 5)
    }

    /// The other thread creates what the eager service needs, and for that needs what is registered later.
    @Test func `an eager automatic service may need what needs a later automatic registration`() {
        let (container, isRegistering, failures) = (container, Barrier(2), Shared<[String]>([]))
        @Sendable func resolving<Service>(_ service: Service.Type) throws -> Service {
            do { return try container.resolving(service) } catch {
                failures.change { $0.append("\(error)") }
                throw error
            }
        }
        container.register(String.self) {
            isRegistering.wait()
            return try resolving(Double.self).description
        }
        whenMissing { container in
            isRegistering.wait()
            container.register(Int.self, lifetime: .eager) { try resolving(String.self).count }
            container.register(1, for: Double.self)
        }
        atOnce(2) { index in
            if index == 0 { _ = try? resolving(String.self) } else { _ = container.optionalResolve(Bool.self) }
        }
        #expect(failures.value == [])
        #expect(container.optionalResolve(Int.self) == 3)
    }

    @Test func `threads wait for autoRegister`() {
        let (container, runs) = (container, Counter())
        whenMissing { container in
            runs.increment()
            for number in 0..<100 { container.register(number, for: Int.self, named: "\(number)") }
        }
        atOnce(8) { index in #expect(container.resolve(Int.self, named: "\(99 - index)") == 99 - index) }
        #expect(runs.count == 1)
    }
}

extension DependencyKeys {
    fileprivate var automaticText: DependencyKey<String> { .init { "default" } }
}
