import Foundation
import Hopoate
import HopoateTestingHelpers

/// A random program: services of all lifetimes that are created from one another, in a container, its child and its grandchild,
/// and four tasks that resolve them. Before each look-up of a creator or task a mock may be registered or released, or a
/// registration or the scope be reset. When tasks and mocks have ended, and each property was read once more, nothing that was created
/// from a mock answers or is alive.
final class MockProgram: Sendable {
    private enum Form { case plain, taking, asynchronous }

    private struct Key {
        let number: Int
        let form: Form
        /// A `Lazy` takes no name, so one key has none.
        var name: String? { number == 2 ? nil : "\(number)" }
    }

    private struct State {
        var generator: SeededGenerator
        var eventsLeft = 40
        var eventsInProgress = 0
        var mocks: [MockContainer<Part, Part>] = []
        var tokens: [(token: AnyServiceRegistration, container: DependencyContainer)] = []
        /// Mocks, and instances that were created from one.
        var fromMocks: [() -> Part?] = []
        /// All instances. After a reset, a container may still hold one that no look-up finds.
        var all: [() -> Part?] = []
    }

    private let containers: [DependencyContainer]
    private let keys: [Key]
    private let scope = DependencyScope()
    private let state: Protected<State>

    private init(_ seed: Int) {
        let root = DependencyContainer()
        let child = DependencyContainer(parent: root)
        containers = [root, child, DependencyContainer(parent: child)]
        var generator = SeededGenerator(seed: UInt64(seed))
        keys = (0..<Int.random(in: 5...8, using: &generator)).map { number in
            let form = [Form.plain, .taking, .asynchronous, .asynchronous].randomElement(using: &generator)!
            return Key(number: number, form: number > 2 ? form : .plain)
        }
        state = Protected(State(generator: generator))
    }

    /// Runs the program of a seed.
    ///
    /// - Returns: What a mock has left behind, or what else went wrong, or nil.
    static func problem(ofSeed seed: Int) async -> String? {
        let program = MockProgram(seed)
        // The creators retain the program.
        defer { for container in program.containers { container.removeAll() } }
        do { return try await program.problem() } catch { return "\(error)" }
    }

    private func problem() async throws -> String? {
        for key in keys.prefix(2) { containers[0].register(Part("real"), for: Part.self, named: key.name) }
        for key in keys.dropFirst(2) {
            register(key, in: containers[0])
            if random(0..<3) == 0 { register(key, in: random(containers.dropFirst())) }
        }
        for key in keys.dropFirst() where random(0..<2) == 0 {
            register(key, in: random(containers), isDecorator: true)
        }
        for round in 0..<3 {
            state.withLock { $0.eventsLeft = 40 }
            // The first round keeps the instances that were created at registration, maybe from the process's first
            // mock.
            if round > 0 { for (token, container) in state.withLock(\.tokens) { container.reset(token) } }
            let properties = try await withThrowingTaskGroup(of: Part.self) { group in
                for _ in 0..<4 { group.addTask { try await self.lookUp() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            state.withLock { $0.eventsLeft = 0 }
            // An eager creation that no task has awaited may be about to register a mock.
            while state.withLock({ $0.eventsInProgress > 0 }) { await Task.yield() }
            while state.withLock({ $0.mocks.popLast() }) != nil {}
            if let problem = try await problemOfAnswers(properties) { return "round \(round), \(problem)" }
            for part in state.withLock(\.all) { _ = part()?.answers() }
            // A task may release an instance shortly after its end.
            for _ in 0..<2_000 where !leftBehind.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
            if !leftBehind.isEmpty { return "round \(round), alive after all mocks have ended: \(leftBehind)" }
        }
        return nil
    }

    /// Runs one of the tasks, and returns its properties.
    private func lookUp() async throws -> Part {
        let found = Part("a task")
        for _ in 0..<2 {
            try await findLater(random(keys), in: random(containers), with: random(0..<2), found)
            if random(0..<2) == 0 { found.ingredients += found.ingredients.flatMap { $0.answers() } }
        }
        found.ingredients = []
        return found
    }

    /// Looks up every service, and reads all properties in them.
    private func problemOfAnswers(_ parts: [Part]) async throws -> String? {
        var rest = parts.map { (part: $0, path: $0.label) }
        for (number, container) in containers.enumerated() {
            for (key, value) in keys.flatMap({ [($0, 0), ($0, 1)] }) where value == 0 || key.form == .taking {
                rest.append((Part(""), "container \(number), key \(key.number)"))
                try await findLater(key, in: container, with: value, rest.last!.part)
            }
        }
        var seen: [ObjectIdentifier: Part] = [:]
        while let (part, path) = rest.popLast() {
            if part.isMock { return "\(path), which has ended" }
            if seen.updateValue(part, forKey: ObjectIdentifier(part)) != nil { continue }
            rest += (part.ingredients + part.answers()).map { ($0, "\(path) → \($0.label)") }
        }
        return nil
    }

    /// Registers a creator or a decorator that uses services of lower numbers.
    private func register(_ key: Key, in container: DependencyContainer, isDecorator: Bool = false) {
        let awaits = key.form == .asynchronous && !isDecorator
        let usable = keys.prefix(key.number).filter { awaits || $0.form != .asynchronous }
        let used = (0..<random(1..<4)).map { _ in random(usable) }
        let lifetimes = [Lifetime.cached, .eager, .transient, .weak, .scoped(scope), .perContainer, .graph]
        let lifetime = random(lifetimes.dropLast(awaits ? 1 : 0))
        let create = { @Sendable (decorated: [Part]) in
            let part = Part("key \(key.number)", from: decorated)
            for other in used { try self.find(other, in: .shared, with: self.random(0..<2), part) }
            return self.complete(part)
        }
        let (service, name) = (Part.self, key.name)
        let token: AnyServiceRegistration =
            switch (key.form, isDecorator) {
            case (.taking, true): container.decorate(service, taking: Int.self, named: name) { try create([$0]) }
            case (_, true): container.decorate(service, named: name) { try create([$0]) }
            case (.taking, _):
                container.register(service, taking: Int.self, named: name, lifetime: lifetime) { _ in try create([]) }
            case (.plain, _): container.register(service, named: name, lifetime: lifetime) { try create([]) }
            case (.asynchronous, _):
                container.register(service, named: name, lifetime: lifetime) { () async throws -> Part in
                    let part = Part("key \(key.number)")
                    for other in used { try await self.findLater(other, in: .shared, with: self.random(0..<2), part) }
                    return self.complete(part)
                }
            }
        // If a reset abandons an eager asynchronous creation, no task awaits it.
        if !awaits || lifetime != .eager { state.withLock { $0.tokens.append((token, container)) } }
    }

    /// Ends a creator's work.
    private func complete(_ part: Part) -> Part {
        letSomethingHappen()
        state.withLock { $0.all.append { [weak part] in part } }
        if part.isFromMock { state.withLock { $0.fromMocks.append { [weak part] in part } } }
        return part
    }

    private func find(_ key: Key, in container: DependencyContainer, with value: Int, _ part: Part) throws {
        letSomethingHappen()
        switch random(0..<4) {
        case _ where key.form == .taking:
            part.ingredients.append(try container.resolving(Part.self, with: value, named: key.name))
        case 0: part.properties.append(Dependency(named: key.name, container: container))
        case 1 where key.name == nil: part.lazies.append(Lazy(container: container))
        default: part.ingredients.append(try container.resolving(Part.self, named: key.name))
        }
        if random(0..<2) == 0 { part.ingredients += part.answers() }
    }

    private func findLater(_ key: Key, in container: DependencyContainer, with value: Int, _ part: Part) async throws {
        for _ in 0..<random(0..<5) { await Task.yield() }
        if key.form != .asynchronous, random(0..<2) == 0 {
            try find(key, in: container, with: value, part)
        } else {
            letSomethingHappen()
            let (service, name) = (Part.self, key.name)
            part.ingredients.append(
                key.form == .taking
                    ? try await container.asyncResolve(service, with: value, named: name)
                    : try await container.asyncResolve(service, named: name)
            )
        }
        for _ in 0..<random(0..<5) { await Task.yield() }
    }

    private func random<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        state.withLock { choices.randomElement(using: &$0.generator)! }
    }

    private func letSomethingHappen() {
        if nextEvent()?() != nil { state.withLock { $0.eventsInProgress -= 1 } }
        sched_yield()
    }

    private func nextEvent() -> (() -> Void)? {
        let (key, container) = (random(keys.prefix(4).filter { $0.form != .taking }), random(containers))
        return state.withLock { state in
            if state.eventsLeft == 0 { return nil }
            (state.eventsLeft, state.eventsInProgress) = (state.eventsLeft - 1, state.eventsInProgress + 1)
            switch Int.random(in: 0..<16, using: &state.generator) {
            case 0..<4 where state.mocks.count < 2:
                return {
                    let part = Part("mock of key \(key.number)", isMock: true)
                    let mock = MockContainer(part, for: Part.self, named: key.name, container: container)
                    self.state.withLock { state in
                        state.mocks.append(mock)
                        state.fromMocks.append { [weak part] in part }
                    }
                }
            case 4..<8 where !state.mocks.isEmpty:
                let mock = state.mocks.removeFirst()
                return { withExtendedLifetime(mock) {} }
            case 8:
                let chosen = state.tokens.randomElement(using: &state.generator)
                return { if let (token, container) = chosen { container.reset(token) } }
            case 9: return scope.reset
            default: return {}
            }
        }
    }

    private var leftBehind: [String] { state.withLock(\.fromMocks).compactMap { $0()?.label } }
}

/// A service that holds the instances it was created from. Sendable because nothing changes it after its creation.
private final class Part: @unchecked Sendable {
    let label: String
    let isMock: Bool
    var ingredients: [Part]
    var properties: [Dependency<Part>] = []
    var lazies: [Lazy<Part>] = []

    init(_ label: String, from ingredients: [Part] = [], isMock: Bool = false) {
        (self.label, self.ingredients, self.isMock) = (label, ingredients, isMock)
    }

    var isFromMock: Bool { isMock || ingredients.contains(where: \.isFromMock) }

    /// Reads its properties, and each `Lazy`.
    func answers() -> [Part] { properties.map(\.wrappedValue) + lazies.map { $0() } }
}
