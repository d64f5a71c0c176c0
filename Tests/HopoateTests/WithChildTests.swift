import Hopoate
import Testing

@Suite struct WithChildTests {
    let container = DependencyContainer()
    let removed = Shared<[String]>([])

    init() { container.register("app", for: String.self) }

    /// Something holds the child longer than the operation takes.
    private let held = Shared<DependencyContainer?>(nil)

    private func fill(_ child: DependencyContainer) {
        held.value = child
        container.register([Int].self, lifetime: .perContainer) { [5] }
            .onRemove { [removed] numbers in removed.change { $0.append("\(numbers)") } }
        for text in ["first", "second"] {
            child.register(text, for: String.self, named: text)
                .onRemove { [removed] text in removed.change { $0.append(text) } }
        }
        #expect(child.optionalResolve([Int].self) == [5])
        child.register("request", for: String.self)
        #expect(removed.value.isEmpty)
    }

    @Test(arguments: [false, true], [false, true])
    func `the child ends in order although something holds it`(_ isAsync: Bool, isFailing: Bool) async {
        let operation = { @Sendable (child: DependencyContainer) throws in
            fill(child)
            if isFailing { throw SomeError() }
        }
        do {
            if isAsync {
                try await container.withChild { child in
                    await Task.yield()
                    try operation(child)
                }
            } else {
                try { try container.withChild(operation: operation) }()
            }
            #expect(!isFailing)
        } catch { #expect(isFailing && error is SomeError) }
        #expect(removed.value.filter { $0 != "[5]" } == ["second", "first"])
        #expect(removed.value.contains("[5]"))
        #expect(held.value?.registrations.isEmpty == true)
        #expect(held.value?.optionalResolve(String.self) == "app")
    }

    @Test func `a task that outlives the operation finds only the parent's services`() async {
        let hasEnded = Gate()
        let task = await container.withChild { child in
            child.register("request", for: String.self)
            async let text = optionalResolve(String.self)
            #expect(await text == "request")
            return Task {
                await hasEnded.wait()
                return optionalResolve(String.self)
            }
        }
        hasEnded.open()
        #expect(await task.value == "app")
    }

    @Test func `a child that is ending keeps nothing of what a clean-up resolves`() {
        container.register(Logger.self, lifetime: .perContainer) { Logger() }
        let loggers = Shared<[Logger]>([])
        container.withChild { child in
            child.register("first", for: String.self)
                .onRemove { _ in
                    // The clean-up of what a clean-up registers runs after all else was removed.
                    child.register("second", for: String.self)
                        .onRemove { _ in for _ in 0..<2 { loggers.change { $0.append(child.resolve(Logger.self)) } } }
                }
        }
        #expect(loggers.value.count == 2 && loggers.value[0] !== loggers.value.last)
    }

    @Test func `an ended child does not call a service optional that its parent has`() {
        container.register(Logger.self, lifetime: .perContainer) { Logger() }
        let child = container.withChild { $0 }
        let error = #expect(throws: DependencyError.self) { try child.resolving(Logger.self) }
        #expect(error?.description.contains("leave out the `?`") == false)
    }

    private func note(_ error: DependencyError?) -> String? {
        error?.description.split(separator: "\n").first { $0.contains("note:") }.map(String.init)
    }

    @Test(arguments: [false, true])
    func `a child that has ended accepts and keeps nothing, and its parent answers`(isAsync: Bool) async throws {
        let opened = Counter()
        container.register(Logger.self, named: "connection", lifetime: .perContainer) {
            Logger("\(opened.increment())")
        }
        container.register(Logger.self, named: "transient", lifetime: .transient) {
            Logger(DependencyContainer.shared.resolve(String.self))
        }
        let operation = { @Sendable (child: DependencyContainer) -> (DependencyContainer, Provider<Logger>) in
            child.register("request", for: String.self)
            #expect(child.resolve(Logger.self, named: "connection").label == "1")
            #expect(child.resolve(Logger.self, named: "transient").label == "request")
            return (child, Provider(Logger.self, named: "transient"))
        }
        let (child, provider) =
            isAsync
            ? await container.withChild(line: 7) {
                await Task.yield()
                return operation($0)
            } : { container.withChild(line: 7, operation: operation) }()

        child.register("late", for: String.self)
        child.register(service: Int.self) { opened.increment() }
        #expect(child.registrations.isEmpty)
        #expect(child.resolve(String.self) == "app")
        #expect(provider().label == "app")
        let error = #expect(throws: DependencyError.self) { try child.resolving(Logger.self, named: "connection") }
        #expect(
            note(error)?.contains("ended when `withChild` returned, at HopoateTests/WithChildTests.swift:7") == true
        )
        #expect(child.optionalResolve(Logger.self, named: "connection") == nil)
        #expect(opened.count == 1)
        #expect(container.resolve(Logger.self, named: "connection").label == "2")
    }
}
