import Hopoate
import Testing

@Suite struct ContributingTests {
    let container = DependencyContainer()

    @Test func `contributions come in the order of registration, those of parents first`() {
        let child = DependencyContainer(parent: container)
        #expect(child.resolveAll(String.self).isEmpty)
        child.contribute(to: String.self) { "child" }
        for text in ["a", "b", "c"] { container.contribute(to: String.self) { text } }
        container.contribute(to: String.self, named: "left") { "l" }
        #expect(container.resolveAll(String.self) == ["a", "b", "c"])
        #expect(child.resolveAll(String.self) == ["a", "b", "c", "child"])
        #expect(child.resolveAll(String.self, named: "left") == ["l"])
        let fork = container.fork()
        fork.contribute(to: String.self) { "d" }
        #expect(fork.resolveAll(String.self) == ["a", "b", "c", "d"])
        #expect(container.resolveAll(String.self) == ["a", "b", "c"])
    }

    @Test func `ordinary registrations and contributions are independent`() throws {
        container.register("ordinary", for: String.self)
        #expect(container.resolveAll(String.self).isEmpty)
        let token = container.contribute(to: String.self) { "contributed" }
        #expect(try container.resolving(String.self) == "ordinary")
        #expect(container.resolveAll(String.self) == ["contributed"])
        #expect(container.registrations[1].description.hasPrefix("contribution to Swift.String, cached, registered at"))
        container.remove(token)
        #expect(container.resolveAll(String.self).isEmpty)
    }

    private final class Toolbar {
        @Dependency var items: [String]
        @OptionalDependency var badges: [Int]?
    }

    @Test func `a property with a list finds contributions unless the list is registered`() {
        let token = container.contribute(to: String.self) { "a" }
        let toolbar = DependencyContainer.withShared(container) { Toolbar() }
        #expect(toolbar.items == ["a"])
        #expect(toolbar.badges == nil)
        container.contribute(to: String.self) { "b" }
        container.contribute(to: String.self, named: "other") { "c" }
        container.contribute(to: Int.self) { 1 }
        #expect(toolbar.items == ["a", "b"])
        #expect(toolbar.badges == [1])
        let list = container.register(["registered"], for: [String].self)
        #expect(toolbar.items == ["registered"])
        container.remove(list)
        container.remove(token)
        #expect(toolbar.items == ["b"])
    }

    @Test func `a property with a list in a child finds contributions of the parent`() {
        let child = DependencyContainer(parent: container)
        container.contribute(to: String.self) { "parent" }
        child.contribute(to: String.self) { "child" }
        #expect(Dependency<[String]>(container: child)() == ["parent", "child"])
        container.register([7], for: [Int].self)
        child.contribute(to: Int.self) { 8 }
        #expect(Dependency<[Int]>(container: child)() == [7])
    }

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

    @Test func `a property with a list traps without contributions`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.contribute(to: String.self, named: "other") { "c" }
            _ = Dependency<[String]>(container: container)()
        }
        #expect(try trapMessage(result).contains("Nothing is registered for Swift.Array<Swift.String>."))
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

    @Test func `a contribution that throws is named by the error`() throws {
        container.contribute(to: String.self) { "fine" }
        container.contribute(to: String.self) { throw SomeError() }
        let error = try #require(throws: DependencyError.self) { try container.resolvingAll(String.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        #expect(error.description.contains("contribution to Swift.String"))
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier(String.self))
    }

    @Test func `a contribution that resolves all of them is a cycle`() throws {
        container.contribute(to: String.self) { try DependencyContainer.shared.resolvingAll(String.self).joined() }
        let error = try #require(throws: DependencyError.self) { try container.resolvingAll(String.self) }
        guard case .cycle = error.reason else { throw error }
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

    /// The look-up begins again, but keeps what it has found.
    @Test func `a creator that replaces a later contribution runs once`() throws {
        let (container, runs) = (container, Counter())
        let later = Shared<AnyServiceRegistration?>(nil)
        container.contribute(to: String.self, lifetime: .transient) {
            if runs.increment() > 10 { throw SomeError() }
            if let token = later.value { container.remove(token) }
            later.value = container.contribute(to: String.self) { "newer" }
            return "first"
        }
        later.value = container.contribute(to: String.self) { "older" }
        #expect(try container.resolvingAll(String.self) == ["first", "newer"])
        #expect(runs.count == 1)
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
