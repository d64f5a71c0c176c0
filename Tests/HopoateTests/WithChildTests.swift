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

    // MARK: - In one go

    @Test func theChildIsTheArgumentAndShared() {
        let before = DependencyContainer.shared
        container.register("app", for: String.self)
        let result = container.withChild { child in
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

    @Test(arguments: [true, false]) func theChildEndsInOrderThoughSomethingHoldsIt(_ fails: Bool) {
        var held: DependencyContainer?
        container.register(Logger("app"), for: Logger.self)
        container.register([Int].self, lifetime: .perContainer) { [5] }.onRemove { [gone] numbers in
            gone.change { $0.append("\(numbers)") }
        }
        do {
            try container.withChild { child in
                held = child
                register("first", in: child)
                register("second", in: child)
                #expect(child.resolve([Int].self) == [5])
                child.register(Logger("request"), for: Logger.self)
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
        #expect(held?.resolve(Logger.self).label == "app")
    }

    @Test func whatItKeepsMayHoldItAndIsReleased() {
        final class Screen {
            /// Made in a method, and so not by the creator of what the container keeps.
            var log: Dependency<String>?
        }
        weak var screen: Screen?
        weak var held: DependencyContainer?
        container.withChild { child in
            let kept = Screen()
            child.register(kept, for: Screen.self)
            kept.log = Dependency()
            (screen, held) = (kept, child)
        }
        #expect(screen == nil)
        #expect(held == nil)
    }

    @Test func childrenNest() {
        container.withChild { outer in
            register("outer", in: outer)
            outer.withChild { inner in
                register("inner", in: inner)
                #expect(resolve(String.self, named: "outer") == "outer")
                #expect(DependencyContainer.shared === inner)
            }
            #expect(gone.value == ["inner"])
            #expect(DependencyContainer.shared === outer)
        }
        #expect(gone.value == ["inner", "outer"])
    }

    // MARK: - Asynchronously

    @Test func theAsyncFormsChildIsTheArgumentAndShared() async {
        let before = DependencyContainer.shared
        container.register("app", for: String.self)
        let result = await container.withChild { child in
            await Task.yield()
            #expect(DependencyContainer.shared === child)
            #expect(child.resolve(String.self) == "app")
            child.register("request", for: String.self)
            async let text = resolve(String.self)
            return await text
        }
        #expect(result == "request")
        #expect(container.resolve(String.self) == "app")
        #expect(DependencyContainer.shared === before)
    }

    @Test(arguments: [true, false]) func theAsyncFormsChildEndsInOrderThoughSomethingHoldsIt(_ fails: Bool) async {
        var held: DependencyContainer?
        do {
            try await container.withChild { child in
                held = child
                register("first", in: child)
                await Task.yield()
                register("second", in: child)
                if fails { throw SomeError() }
            }
            #expect(!fails)
        } catch {
            #expect(fails && error is SomeError)
        }
        #expect(gone.value == ["second", "first"])
        #expect(held?.registrations.isEmpty == true)
    }

    @Test func aTaskThatOutlivesTheOperationFindsTheParentsServicesAlone() async {
        let goOn = Gate()
        container.register("app", for: String.self)
        let task = await container.withChild { child in
            child.register("request", for: String.self)
            await Task.yield()
            return Task {
                await goOn.wait()
                return resolve(String.self)
            }
        }
        goOn.open()
        #expect(await task.value == "app")
    }

    @Test func asynchronousChildrenNest() async {
        await container.withChild { outer in
            register("outer", in: outer)
            await outer.withChild { inner in
                await Task.yield()
                register("inner", in: inner)
                #expect(resolve(String.self, named: "outer") == "outer")
            }
            #expect(gone.value == ["inner"])
            #expect(DependencyContainer.shared === outer)
        }
        #expect(gone.value == ["inner", "outer"])
    }

    @MainActor @Test func theAsyncFormStaysOnTheMainActorUntilTheChildHasEnded() async {
        await container.withChild { child in
            child.register("request", for: String.self).onRemove { [gone] text in
                MainActor.assertIsolated()
                gone.change { $0.append(text) }
            }
            await Task.yield()
            MainActor.assertIsolated()
        }
        #expect(gone.value == ["request"])
    }

    private actor Server {
        var requests = 0

        func respond(with app: DependencyContainer) async -> Int {
            await app.withChild { _ in
                await Task.yield()
                assertIsolated()
                requests += 1
                return requests
            }
        }
    }

    @Test func theAsyncFormStaysOnTheCallersActor() async {
        let server = Server()
        #expect(await server.respond(with: container) == 1)
        #expect(await server.respond(with: container) == 2)
    }
}
