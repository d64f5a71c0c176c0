import Foundation
import Hopoate
import Testing

/// Callers that wait for a failing creation share the failure, and a cancelled task stops waiting.
@Suite struct SharedFailureTests {
    let container = DependencyContainer()
    let attempts = Counter()

    /// The threads may not all wait when the creator throws, so the test tries until they do. Without sharing, they
    /// never make one attempt.
    @Test func `sixteen threads share one failed attempt`() throws {
        for _ in 0..<100 {
            let (container, attempts, asking) = (DependencyContainer(), Counter(), Counter())
            container.register(Int.self) { () throws -> Int in
                while asking.count < 16 {}
                for _ in 0..<100 { sched_yield() }
                throw SomeError(text: "attempt \(attempts.increment())")
            }
            let errors = atOnce(16) { index -> DependencyError? in
                asking.increment()
                do {
                    _ = try container.resolving(Int.self, line: UInt(index))
                    return nil
                } catch { return error as? DependencyError }
            }
            if attempts.count > 1 { continue }
            #expect(errors.compactMap { ($0?.underlyingError as? SomeError)?.text }.count == 16)
            #expect(Set(errors.compactMap { $0?.line }) == Set(0..<16))
            #expect(errors.allSatisfy { $0?.path.count == 1 })
            // The next look-up tries again.
            #expect(throws: DependencyError.self) { try container.resolving(Int.self) }
            #expect(attempts.count == 2)
            return
        }
        Issue.record("One thread waited for each creation, at most.")
    }

    @Test(arguments: [CreatorForm.synchronous, .asynchronous])
    func `twenty tasks share one failed attempt`(_ form: CreatorForm) async throws {
        let (container, attempts, started, finish) = (container, attempts, Gate(), DispatchSemaphore(value: 0))
        container.register(Int.self, as: form, opening: started, waitingFor: finish) {
            throw SomeError(text: "attempt \(attempts.increment())")
        }
        let first = Task.detached { try await container.asyncResolve(Int.self, line: 0) }
        await started.wait()
        let others = (1..<20).map { line in
            Task.immediate { try await container.asyncResolve(Int.self, line: UInt(line)) }
        }
        finish.signal()
        for (line, task) in ([first] + others).enumerated() {
            let error = try await #require(throws: DependencyError.self) { try await task.value }
            #expect((error.underlyingError as? SomeError)?.text == "attempt 1")
            #expect(error.line == UInt(line))
        }
        #expect(attempts.count == 1)
    }

    @Test func `a failure is not shared if the registration was removed`() async throws {
        let (container, started, finish) = (container, Gate(), Gate())
        container.register(1, for: Int.self)
        let token = container.register(Int.self) { () async throws -> Int in
            started.open()
            await finish.wait()
            throw SomeError()
        }
        let first = Task { try await container.asyncResolve(Int.self) }
        await started.wait()
        let second = Task.immediate { try await container.asyncResolve(Int.self) }
        container.remove(token)
        finish.open()
        await #expect(throws: DependencyError.self) { try await first.value }
        #expect(try await second.value == 1)
    }

    @Test func `a cancelled task stops waiting for a thread's creation`() async throws {
        let (container, started, isFinished) = (container, Gate(), Shared(false))
        container.register(Int.self) {
            started.open()
            while !isFinished.value {}
            return 1
        }
        let creating = Task { await onThread { container.resolve(Int.self) } }
        await started.wait()
        let waiting = Task.immediate { try await container.asyncResolve(Int.self) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        isFinished.value = true
        #expect(await creating.value == 1)
    }
}
