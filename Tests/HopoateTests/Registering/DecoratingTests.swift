import Hopoate
import Testing

@Suite struct DecoratingTests {
    let container = DependencyContainer()

    /// The parent does not keep the instance, which is the child's look-up's alone, and so is its decoration.
    @Test func `a decoration of an instance that was reset meanwhile is created from the requesting container`() throws
    {
        let token = Shared<AnyServiceRegistration?>(nil)
        token.value = container.register((any Logging).self) { [container] in
            if let token = token.value { container.reset(token) }
            return Logger("base")
        }
        container.register("parent", for: String.self)
        container.decorate((any Logging).self) { Logger("\(try resolving(String.self))(\($0.label))") }
        let child = DependencyContainer(parent: container)
        child.register("child", for: String.self)
        #expect(try child.resolving((any Logging).self).label == "child(base)")
    }

    @Test(arguments: [(1, ["plain", "new(plain)"]), (Int.max, ["plain", "plain"])])
    func `a decorator that replaces another during the creation counts from the next look-up`(
        _ times: Int,
        _ expected: [String]
    ) {
        let (container, runs, decorator) = (container, Counter(), Shared<AnyServiceRegistration?>(nil))
        container.register(String.self, lifetime: .transient) {
            let run = runs.increment()
            // Without a limit, a fault of the library would keep the test from ending.
            if run > 10 { throw SomeError(text: "it never ends") }
            if run <= times {
                decorator.value.map(container.remove)
                decorator.value = container.decorate(String.self) { "new(\($0))" }
            }
            return "plain"
        }
        decorator.value = container.decorate(String.self) { "old(\($0))" }
        let answers = (0..<2).map { _ in try? container.resolving(String.self) }
        #expect(answers == expected)
        #expect(runs.count == 2)
    }

    @Test(arguments: [Lifetime.cached, .transient, .weak, .perContainer], CreatorForm.allCases)
    func `removeAll during a creation leaves it undecorated`(_ lifetime: Lifetime, _ form: CreatorForm) async {
        for isAwaited in form == .synchronous ? [true, false] : [true] {
            let container = DependencyContainer()
            container.register(Logger.self, lifetime: lifetime, as: form) {
                container.removeAll()
                return Logger("base")
            }
            container.decorate(Logger.self) { Logger("<\($0.label)>") }
            let ending = await failure {
                let logger =
                    try isAwaited ? await container.asyncResolve(Logger.self) : container.resolving(Logger.self)
                #expect(logger.label == "base")
            }
            #expect(ending == nil)
        }
    }

    /// Only the decoration holds the base at that time. The `deinit` uses the container whose lock the removal takes.
    @Test(.timeLimit(.minutes(15))) func `a decorated instance is released outside of locks`() async throws {
        let parent = container
        let child = DependencyContainer(parent: parent)
        child.register("found", for: String.self)
        let seen = Shared<[String]>([])
        let base = parent.register((any Logging).self) { [weak child] in
            Logger("base") { [weak child] in if let child { seen.value = [child.resolve(String.self)] } }
        }
        let decorator = child.decorate((any Logging).self) { Logger("decorated \($0.label)") }
        #expect(try child.resolving((any Logging).self).label == "decorated base")
        parent.remove(base)
        #expect(seen.value.isEmpty)
        await Task.detached { child.remove(decorator) }.value
        #expect(seen.value == ["found"])
    }
}
