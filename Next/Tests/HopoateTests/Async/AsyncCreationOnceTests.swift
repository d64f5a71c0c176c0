import Hopoate
import Testing

/// Whoever asks for a service while it is created awaits the same creation.
@Suite struct AsyncCreationOnceTests {
    let container = DependencyContainer()

    @Test func hundredsOfAwaitsShareOneCreation() async {
        let (container, runs, meeting) = (container, Counter(), Meeting(501))
        container.register(Logger.self) {
            runs.increment()
            await meeting.wait()
            return Logger()
        }
        let loggers = await withTaskGroup(of: ObjectIdentifier?.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    async let logger = container.asyncResolve(Logger.self)
                    await meeting.wait()
                    return (try? await logger).map(ObjectIdentifier.init)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.count == 1)
        #expect(loggers.count == 500)
        #expect(Set(loggers).count == 1)
        #expect(loggers.first != .some(nil))
    }

    /// A creation may end between the moment that a task finds none kept and the one in which it asks for its creation.
    @Test(arguments: [Lifetime.cached, .eager, .weak, .expiring(afterSeconds: 600), .scoped(DependencyScope())])
    func aCreationThatEndsAtOnceIsNotRepeated(_ lifetime: Lifetime) async {
        for _ in 0..<500 {
            let container = DependencyContainer()
            let (runs, kept) = (Counter(), Logger())
            container.register(Logger.self, lifetime: lifetime) {
                _ = await Task { runs.increment() }.value
                return kept
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try? await container.asyncResolve(Logger.self) } }
            }
            guard runs.count == 1 else { return #expect(runs.count == 1) }
        }
    }

    @Test func cancellingAWaiterDoesNotCancelTheCreation() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        let wasCancelled = Shared(false)
        container.register(Int.self) {
            started.open()
            await finish.wait()
            wasCancelled.value = Task.isCancelled
            try Task.checkCancellation()
            return 1
        }
        let first = Task { try await container.asyncResolve(Int.self) }
        await started.wait()
        let second = Task { try await container.asyncResolve(Int.self) }
        let third = Task { try await container.asyncResolve(Int.self) }
        first.cancel()
        second.cancel()
        finish.open()
        #expect(try await third.value == 1)
        #expect(try await first.value == 1)
        #expect(try await second.value == 1)
        #expect(!wasCancelled.value)
    }

    @Test func tasksThatRegisterRemoveResetAndAwait() async {
        for round in 0..<20 {
            let (container, scope) = (DependencyContainer(), DependencyScope())
            let (made, released) = (Counter(), Counter())
            container.register(Logger("bottom"), for: (any Logging).self)
            let ended: Void? = await inTime {
                await withTaskGroup(of: Void.self) { group in
                    for index in 0..<16 {
                        group.addTask {
                            let lifetimes = [Lifetime.cached, .weak, .transient, .scoped(scope), .eager]
                            let lifetime = lifetimes[(index + round) % lifetimes.count]
                            let token = container.register((any Logging).self, lifetime: lifetime) {
                                made.increment()
                                let logger = Logger("\(index)") { released.increment() }
                                await Task.yield()
                                return logger
                            }
                            let decorator = container.decorate((any Logging).self) { $0 }
                            for _ in 0..<5 {
                                let logger = try? await container.asyncResolve((any Logging).self)
                                #expect(logger != nil)
                                if index % 4 == 0 { scope.reset() }
                            }
                            container.remove(decorator)
                            container.remove(token)
                        }
                    }
                }
            }
            #expect(ended != nil)
            #expect(container.registrations.count == 1)
            await eventually(made.count == released.count)
            #expect(made.count == released.count)
        }
    }
}
