import Testing

@testable import Hopoate

@Suite struct LockTests {
    @Test func `a lock excludes other threads`() {
        let total = Protected(0)
        atOnce(8) { _ in
            for _ in 0..<20_000 { total.withLock { $0 += 1 } }
        }
        #expect(total.withLock { $0 } == 160_000)
    }
}
