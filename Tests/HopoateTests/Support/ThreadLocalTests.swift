import Testing

@testable import Hopoate

@Suite struct ThreadLocalTests {
    @Test func eachThreadHasItsOwnPointer() {
        let slot = ThreadLocal { _ in }
        let pointers = Shared<[UInt?]>([nil, nil])
        let barrier = Barrier(2)
        let haveEnded = onThreads(2) { index in
            slot.pointer = UnsafeMutableRawPointer(bitPattern: index + 1)
            barrier.wait()
            pointers.change { $0[index] = UInt(bitPattern: slot.pointer) }
            slot.pointer = nil
        }
        #expect(haveEnded)
        #expect(pointers.value == [1, 2])
        #expect(slot.pointer == nil)
    }

    @Test func aProcessWithoutAFreeSlotIsToldSo() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            for _ in 0..<100_000 { _ = ThreadLocal { _ in }.pointer }
        }
        #expect(try trapMessage(result).contains("Fatal error: Hopoate could not get a thread-local slot: error "))
    }
}
