import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

/// Tests that are not isolated share the process-wide container, and a fork of it leaves out what the others have mocked.
@Suite(.serialized) struct MocksOfOtherTestsTests {
    private protocol Printing: Sendable {}
    private struct MockPrinter: Printing {}

    private enum Case { case other, this }

    private func canResolve() -> Bool { DependencyContainer.shared.canResolve((any Printing).self) }

    private static let requests = AsyncStream<Void>.makeStream()

    /// The first case leaves a task, which still belongs to it when it registers a mock in the second one.
    @Test(arguments: [Case.other, .this])
    private func `a fork has no mock that another test is still registering`(_ test: Case) async {
        if test == .other {
            Task {
                for await _ in Self.requests.stream {
                    withExtendedLifetime(MockContainer(MockPrinter(), for: (any Printing).self)) {}
                }
            }
            return
        }
        let (isPushed, isForked) = (Counter(), DispatchSemaphore(value: 0))
        let observation = DependencyContainer.shared.observe { event in
            guard event.kind == .registered, event.registration.service == (any Printing).self else { return }
            isPushed.increment()
            _ = isForked.wait(timeout: .now() + 10)
        }
        Self.requests.continuation.yield()
        Self.requests.continuation.finish()
        while isPushed.count == 0 { await Task.yield() }
        let isCopied = await withIsolatedDependencies(.forked) { canResolve() }
        isForked.signal()
        observation.cancel()
        #expect(!isCopied)
    }
}
