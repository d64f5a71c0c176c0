import Hopoate
import Testing

@Suite struct DecoratingTests {
    let container = DependencyContainer()

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
}
