import Foundation
import Testing

@testable import Hopoate

@Suite struct ThreadLocalTests {
    final class Box {
        let onDeinit: () -> Void

        init(_ onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

        deinit { onDeinit() }
    }

    @Test func `each thread has its own value until it ends`() async {
        let releases = Counter()
        let slot = ThreadLocal { Box { _ = releases.increment() } }
        let objects = Shared<[ObjectIdentifier?]>([nil, nil])
        let barrier = Barrier(2)
        let haveEnded = onThreads(2) { index in
            let object = slot.current.state
            barrier.wait()
            objects.change { $0[index] = slot.current.state === object ? ObjectIdentifier(object) : nil }
            barrier.wait()
        }
        #expect(haveEnded)
        #expect(objects.value[0] != nil && objects.value[1] != nil)
        #expect(objects.value[0] != objects.value[1])
        await eventually(releases.count == 2)
        #expect(releases.count == 2)
    }

    @Test func `a process without a free thread-local slot traps`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            for _ in 0..<100_000 { _ = ThreadLocal { Box() } }
        }
        #expect(try trapMessage(result).contains("Fatal error: Hopoate could not get a thread-local slot: error "))
    }
}
