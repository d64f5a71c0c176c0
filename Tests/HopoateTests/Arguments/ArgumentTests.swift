import Hopoate
import Testing

@Suite struct ArgumentTests {
    let container = DependencyContainer()

    private final class Detail {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// An argument that tells when it is gone.
    private final class Key: Hashable, Sendable {
        let number: Int
        let gone: Counter
        init(_ number: Int, _ gone: Counter) { (self.number, self.gone) = (number, gone) }
        deinit { gone.increment() }
        static func == (left: Key, right: Key) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func aServiceIsMadeFromItsArgumentEachTime() {
        container.register(Detail.self, taking: Int.self) { Detail("number \($0)") }
        let detail = container.resolve(Detail.self, with: 5)
        #expect(detail.text == "number 5")
        #expect(container.optionalResolve(Detail.self, with: 6)?.text == "number 6")
        #expect(container.resolve(Detail.self, with: 5) !== detail)
    }

    @Test(arguments: [Lifetime.eager, .cached, .weak, .scoped(DependencyScope()), .expiring(afterSeconds: 1e9)])
    func aLifetimeThatKeepsKeepsOneForEachValue(_ lifetime: Lifetime) {
        container.register(Detail.self, taking: String?.self, lifetime: lifetime) { Detail($0 ?? "none") }
        let details = ["a", "b", nil].map { container.resolve(Detail.self, with: $0) }
        #expect(details.map(\.text) == ["a", "b", "none"])
        for (text, detail) in zip(["a", "b", nil], details) {
            #expect(container.resolve(Detail.self, with: text) === detail)
        }
    }

    @Test func closuresAndTuplesAreFine() {
        container.register(String.self, taking: (() -> Int).self, lifetime: .cached) { "\($0())" }
        container.register(String.self, taking: (Int, String).self) { "\($0.1)\($0.0)" }
        #expect(container.resolve(String.self, with: { 5 }) == "5")
        #expect(container.resolve(String.self, with: { 6 }) == "6")
        #expect(container.resolve(String.self, with: (1, "a")) == "a1")
    }

    @Test func typesOfArgumentsNamesAndPlainRegistrationsAreApart() throws {
        container.register(String.self, taking: Int.self) { "int \($0)" }
        container.register(String.self, taking: Double.self) { "double \($0)" }
        container.register(String.self, taking: Int.self, named: "n") { "named \($0)" }
        container.register("plain", for: String.self)
        // A closure type as a service of its own.
        container.register({ "closure \($0)" }, for: ((Int) -> String).self)
        #expect(container.resolve(String.self, with: 1) == "int 1")
        #expect(container.resolve(String.self, with: 1.5) == "double 1.5")
        #expect(container.resolve(String.self, with: 1, named: "n") == "named 1")
        #expect(container.resolve(String.self) == "plain")
        #expect(container.resolve(((Int) -> String).self)(1) == "closure 1")
        #expect(container.canResolve(String.self, taking: Int.self))
        #expect(!container.canResolve(String.self, taking: Bool.self))
        #expect(container.optionalResolve(String.self, with: true) == nil)
    }

    @Test func aMissingOneIsAnErrorThatNamesTheArgument() throws {
        container.register(Detail.self, taking: String.self) { Detail($0) }
        let line = UInt(#line + 1)
        let error = try #require(throws: DependencyError.self) { try container.resolving(Detail.self, with: 5) }
        guard case .missing = error.reason else { throw error }
        #expect(error.line == line)
        #expect(error.description.contains("Detail taking Swift.Int."))
        #expect(error.description.contains("looks like it: HopoateTests.ArgumentTests."))
        #expect(error.description.contains("Detail taking Swift.String, transient, registered at"))
        #expect(error.description.contains("taking: Int.self) { argument in … }"))
    }

    @Test func recursionWithOtherArgumentsIsNoCycle() {
        for lifetime in [Lifetime.cached, .transient, .weak, .graph] {
            container.register(Sum.self, taking: Int.self, lifetime: lifetime) { number in
                Sum(number == 0 ? 0 : number + resolve(number - 1))
            }
            #expect(container.resolve(Sum.self, with: 10).value == 55)
        }
    }

    private final class Sum {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private func resolve(_ number: Int) -> Int { DependencyContainer.shared.resolve(Sum.self, with: number).value }

    @Test(arguments: [Lifetime.cached, .transient, .graph])
    func recursionWithAnEqualArgumentIsACycle(_ lifetime: Lifetime) throws {
        container.register(Int.self, taking: String.self, lifetime: lifetime) {
            try DependencyContainer.shared.resolving(Int.self, with: $0 == "a" ? "b" : "a")
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self, with: "a") }
        guard case .cycle = error.reason else { throw error }
        #expect(error.path.count == 3)
    }

    @Test func recursionWithArgumentsThatCannotBeComparedEndsInAnError() throws {
        container.register(Int.self, taking: (() -> Int).self) {
            try DependencyContainer.shared.resolving(Int.self, with: $0)
        }
        let error = try #require(throws: DependencyError.self) { try container.resolving(Int.self, with: { 1 }) }
        guard case .cycle = error.reason else { throw error }

        container.register(Int.self, taking: ((Int) -> Int).self) { function in
            let number = function(0)
            return number == 0 ? 0 : try DependencyContainer.shared.resolving(Int.self, with: { $0 + number - 1 })
        }
        #expect(container.resolve(Int.self, with: { $0 + 40 }) == 0)
    }

    @Test func threadsGetOneForEachValue() {
        let made = Counter()
        container.register(Int.self, taking: Int.self, lifetime: .cached) { _ in made.increment() }
        let container = container
        let barrier = Barrier(8)
        let results = Shared<[Set<Int>]>(Array(repeating: [], count: 500))
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            for number in 0..<500 {
                let result = container.resolve(Int.self, with: number)
                results.change { _ = $0[number].insert(result) }
            }
        }
        #expect(haveEnded)
        #expect(made.count == 500)
        #expect(results.value.allSatisfy { $0.count == 1 })
    }

    @Test func whatNobodyHoldsOrHasExpiredIsSweptAway() {
        let arguments = Counter()
        let clock = TestClock()
        container.register(clock, for: (any ExpirationClock).self)
        for lifetime in [Lifetime.weak, .transient, .graph, .expiring(afterSeconds: 1)] {
            let before = arguments.count
            let token = container.register(Detail.self, taking: Key.self, lifetime: lifetime) {
                Detail("\($0.number)")
            }
            for number in 0..<10_000 {
                _ = container.resolve(Detail.self, with: Key(number, arguments))
                clock.advance(1)
            }
            #expect(arguments.count - before > 9_800, "\(lifetime)")
            container.remove(token)
            #expect(arguments.count - before == 10_000, "\(lifetime)")
        }
    }

    @Test func resolvingAndRemovingAtOnceIsSafe() {
        let container = container
        let haveEnded = onThreads(4) { index in
            for round in 0..<300 {
                if index == 0 {
                    let token = container.register(Detail.self, taking: Int.self, lifetime: .cached) {
                        Detail("\($0)")
                    }
                    container.remove(token)
                } else {
                    _ = container.optionalResolve(Detail.self, with: round % 5)
                }
            }
        }
        #expect(haveEnded)
    }

    @Test func whatIsMadeFromAValueThatCannotBeComparedIsTheCallersAlone() {
        final class Screen {
            let log = Dependency<Detail>()
        }
        for lifetime in [Lifetime.cached, .expiring(afterSeconds: 100), .scoped(DependencyScope())] {
            let cleanedUp = Counter()
            var screen: Screen?
            do {
                let container = DependencyContainer()
                container.register(Detail("log"), for: Detail.self)
                container.register(
                    Screen.self,
                    taking: (() -> Int).self,
                    lifetime: lifetime,
                    creator: { _ in Screen() }
                ).onRemove { _ in cleanedUp.increment() }
                screen = container.resolve(Screen.self, with: { 5 })
            }
            #expect(cleanedUp.count == 0, "\(lifetime)")
            #expect(screen?.log.wrappedValue.text == "log", "\(lifetime)")
        }
    }

    @Test func theArgumentOfATransientServiceIsNotHeldOnTo() {
        let gone = Counter()
        container.register(Detail.self, taking: Key.self) { key in
            if key.number > 0 { _ = DependencyContainer.shared.resolve(Detail.self, with: Key(key.number - 1, gone)) }
            return Detail("\(key.number)")
        }
        #expect(container.resolve(Detail.self, with: Key(9, gone)).text == "9")
        #expect(gone.count == 10)
        let container = container
        let haveEnded = onThreads(4) { index in
            for number in 0..<1_000 { _ = container.resolve(Detail.self, with: Key(number % 3, gone)) }
        }
        #expect(haveEnded)
    }
}
