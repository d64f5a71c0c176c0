import Hopoate
import Testing

@Suite struct WithChildTests {
    let container = DependencyContainer()
    let gone = Shared<[String]>([])

    private func register(_ text: String, in container: DependencyContainer) {
        container.register(text, for: String.self, named: text).onRemove { [gone] text in
            gone.change { $0.append(text) }
        }
    }

    /// Runs an operation in either form.
    private func withChild<Result>(
        _ isAsync: Bool,
        of parent: DependencyContainer,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: (DependencyContainer) throws -> Result
    ) async throws -> Result {
        if !isAsync { return try withChild(of: parent, operation) }
        return try await parent.withChild { child in
            await Task.yield()
            return try operation(child)
        }
    }

    /// Where nothing can be awaited, it is the synchronous form.
    private func withChild<Result>(
        of parent: DependencyContainer,
        _ operation: (DependencyContainer) throws -> Result
    ) throws -> Result {
        try parent.withChild(operation: operation)
    }

    @Test(arguments: [false, true])
    func `the child is the argument and the shared container`(_ isAsync: Bool) async throws {
        let before = DependencyContainer.shared
        container.register("app", for: String.self)
        let result = try await withChild(isAsync, of: container) { child in
            #expect(DependencyContainer.shared === child)
            #expect(child !== container)
            #expect(child.resolve(String.self) == "app")
            child.register("request", for: String.self)
            return resolve(String.self)
        }
        #expect(result == "request")
        #expect(container.resolve(String.self) == "app")
        #expect(DependencyContainer.shared === before)
    }

    @Test(arguments: [false, true], [false, true])
    func `the child ends in order although something holds it`(_ isAsync: Bool, _ fails: Bool) async {
        var held: DependencyContainer?
        container.register("app", for: String.self)
        container.register([Int].self, lifetime: .perContainer) { [5] }.onRemove { [gone] numbers in
            gone.change { $0.append("\(numbers)") }
        }
        do {
            try await withChild(isAsync, of: container) { child in
                held = child
                register("first", in: child)
                register("second", in: child)
                #expect(child.resolve([Int].self) == [5])
                child.register("request", for: String.self)
                #expect(gone.value.isEmpty)
                if fails { throw SomeError() }
            }
            #expect(!fails)
        } catch {
            #expect(fails && error is SomeError)
        }
        #expect(gone.value.filter { $0 != "[5]" } == ["second", "first"])
        #expect(gone.value.contains("[5]"))
        #expect(held?.registrations.isEmpty == true)
        #expect(held?.resolve(String.self) == "app")
    }

    @Test func `a task that outlives the operation finds only the parent's services`() async {
        let goOn = Gate()
        container.register("app", for: String.self)
        let task = await container.withChild { child in
            child.register("request", for: String.self)
            async let text = resolve(String.self)
            #expect(await text == "request")
            return Task {
                await goOn.wait()
                return resolve(String.self)
            }
        }
        goOn.open()
        #expect(await task.value == "app")
    }
}
