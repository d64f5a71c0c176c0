import Hopoate
import Testing

@Suite struct ContributingTests {
    let container = DependencyContainer()

    private final class Badges {
        let first: Logger
        @Dependency var all: [Logger]
        init(_ first: Logger) { self.first = first }
    }

    @Test func `a property with a list shares the graph of its object`() {
        container.register(Logger.self, lifetime: .graph) { Logger() }
        container.contribute(to: Logger.self, lifetime: .transient) { resolve(Logger.self) }
        container.register(Badges.self, lifetime: .transient) { Badges(resolve(Logger.self)) }
        let badges = container.resolve(Badges.self)
        #expect(badges.all.map { $0 === badges.first } == [true])
    }

    @Test func `a property finds contributions while a list is registered and removed`() {
        let container = container
        container.contribute(to: Int.self) { 1 }
        let property = Dependency<[Int]>(container: container)
        atOnce(2) { thread in
            for _ in 0..<2_000 {
                if thread == 0 {
                    container.remove(container.register([1], for: [Int].self))
                } else if property() != [1] {
                    Issue.record("It has found something else.")
                }
            }
        }
    }

    /// A way to look up a list of strings.
    private struct Way: CustomTestStringConvertible {
        let testDescription: String
        let isOptional: Bool
        let find: @Sendable (DependencyContainer) async throws -> [String]?

        init(
            _ testDescription: String,
            isOptional: Bool = false,
            find: @escaping @Sendable (DependencyContainer) async throws -> [String]?
        ) {
            (self.testDescription, self.isOptional, self.find) = (testDescription, isOptional, find)
        }

        /// A service that gets the list by a parameter of its initializer.
        static func parameter<Parameter>(
            _ name: String,
            isOptional: Bool = false,
            _ list: @escaping @Sendable (Parameter) -> [String]?
        ) -> Way {
            Way(name, isOptional: isOptional) { container in
                container.autoregister(Collected.self, lifetime: .transient) { Collected(list($0)) }
                return try container.resolving(Collected.self).list
            }
        }
    }

    private struct Collected: Sendable {
        let list: [String]?
        init(_ list: [String]?) { self.list = list }
    }

    private static let ways = [
        Way("resolveAll") { $0.resolveAll(String.self) },
        Way("resolvingAll") { try $0.resolvingAll(String.self) },
        Way("the free resolveAll") { DependencyContainer.withShared($0) { resolveAll(String.self) } },
        Way("resolve") { $0.resolve([String].self) },
        Way("resolving") { try $0.resolving([String].self) },
        Way("asyncResolve") { try await $0.asyncResolve([String].self) },
        Way("property") { Dependency<[String]>(container: $0)() },
        Way("provider") { Provider<[String]>(container: $0)() },
        Way("lazy") { Lazy<[String]>(container: $0)() },
        .parameter("parameter") { (list: [String]) in list },
        .parameter("parameter Lazy") { (list: Lazy<[String]>) in list() },
        .parameter("parameter Provider") { (list: Provider<[String]>) in list() },
        .parameter("parameter Named") { (list: Named<[String], Unnamed>) in list.service },
        Way("optionalResolve", isOptional: true) { $0.optionalResolve([String].self) },
        Way("optional property", isOptional: true) { OptionalDependency<[String]>(container: $0)() },
        Way("weak property", isOptional: true) { WeakDependency<[String]>(container: $0)() },
        .parameter("optional parameter", isOptional: true) { (list: [String]?) in list },
    ]

    private enum Unnamed: DependencyName { static let name = "group" }

    private func contribute(_ text: String, to container: DependencyContainer) {
        for name in [nil, "group"] { container.contribute(to: String.self, named: name) { text } }
    }

    @Test(arguments: ways) private func `a registered list answers, else contributions do`(_ way: Way) async throws {
        let child = DependencyContainer(parent: container)
        #expect(try await way.find(child) == (way.isOptional ? nil : []))
        #expect(!child.canResolve([String].self))
        contribute("parent", to: container)
        contribute("child", to: child)
        #expect(try await way.find(child) == ["parent", "child"])
        #expect(child.canResolve([String].self))
        // Also that of a parent.
        let tokens = [nil, "group"].map { container.register(["list"], for: [String].self, named: $0) }
        #expect(try await way.find(child) == ["list"])
        for token in tokens { container.remove(token) }
        #expect(try await way.find(child) == ["parent", "child"])
    }

    @Test func `a child's list is its own`() {
        let child = DependencyContainer(parent: container)
        contribute("parent", to: container)
        child.register([], for: [String].self)
        #expect(child.resolveAll(String.self) == [])
        #expect(container.resolveAll(String.self) == ["parent"])
    }

    @Test func `a property follows the contributions after a list that nobody kept`() {
        let property = Dependency<[String]>(container: container)
        let list = container.register([String].self, lifetime: .transient) { ["list"] }
        #expect(property() == ["list"])
        container.remove(list)
        #expect(property() == [])
        contribute("a", to: container)
        contribute("b", to: container)
        #expect(property() == ["a", "b"])
    }

    @Test func `a typed key of a list has no contributions`() {
        contribute("a", to: container)
        #expect(throws: DependencyError.self) { try container.resolving(\.texts) }
    }

    @Test func `a property with a list traps if the list cannot be created`() async throws {
        let decorated = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.contribute(to: String.self) { "a" }
            container.decorate([String].self) { $0 + $0 }
            _ = Dependency<[String]>(container: container)()
        }
        #expect(
            try trapMessage(decorated).contains("Swift.Array<Swift.String> has a decorator, but there is no")
        )
        let failing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.contribute(to: String.self) { throw SomeError() }
            _ = OptionalDependency<[String]>(container: container)()
        }
        #expect(try trapMessage(failing).contains("The creator of contribution to Swift.String threw an error"))
    }

    @Test func `an eager contribution finds the others, also when it is created again`() throws {
        container.contribute(to: String.self) { "first" }
        let token = container.contribute(to: String.self, lifetime: .eager) {
            "after " + (try DependencyContainer.shared.resolvingAll(String.self)).joined(separator: ", ")
        }
        container.reset(token)
        #expect(try container.resolvingAll(String.self) == ["first", "after first"])
        #expect(try container.fork().resolvingAll(String.self) == ["first", "after first"])
    }

    @Test func `a contribution that a creator removes is left out`()
        throws
    {
        let (container, runs) = (container, Counter())
        let later = Shared<AnyServiceRegistration?>(nil)
        container.contribute(to: String.self, lifetime: .transient) {
            if runs.increment() > 10 { throw SomeError() }
            if let token = later.value { container.remove(token) }
            later.value = container.contribute(to: String.self) { "newer" }
            return "first"
        }
        later.value = container.contribute(to: String.self) { "older" }
        #expect(try container.resolvingAll(String.self) == ["first"])
        #expect(runs.count == 1)
        later.value = nil
        #expect(try container.resolvingAll(String.self) == ["first", "newer"])
    }

    /// Only contributions answer that existed when the look-up began, in each container.
    @Test func `a contribution that a creator adds comes with the next look-up`() {
        let child = DependencyContainer(parent: container)
        let containers = [container, child]
        container.contribute(to: String.self) {
            for container in containers { container.contribute(to: String.self) { "more" } }
            return "first"
        }
        #expect(child.resolveAll(String.self) == ["first"])
        #expect(child.resolveAll(String.self) == ["first", "more", "more"])
        for container in containers { container.removeAll() }
    }
}

extension DependencyKeys {
    fileprivate var texts: DependencyKey<[String]> { .required() }
}
