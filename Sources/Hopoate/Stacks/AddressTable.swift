/// A hash table from addresses to numbers, with open addressing.
///
/// A dictionary would take twice as long to find a service (`Benchmarks`, rows 'resolve among …').
struct AddressTable {
    private struct Slot {
        /// 0 where the slot is free.
        var address: UInt = 0
        var value = 0
    }

    private var slots: [Slot] = []
    private var count = 0

    /// Spreads the few bits in which addresses differ over the upper bits.
    @inline(__always)
    static func hash(_ address: UInt) -> UInt {
        address &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    }

    @inline(__always)
    func find(_ address: UInt) -> Int? {
        let mask = slots.count &- 1
        guard mask >= 0 else { return nil }
        var index = home(of: address, mask)
        while slots[index].address != address {
            if slots[index].address == 0 { return nil }
            index = (index &+ 1) & mask
        }
        return slots[index].value
    }

    /// Adds an address that is not there yet.
    mutating func insert(_ address: UInt, _ value: Int) {
        if count * 4 >= slots.count * 3 { grow() }
        count += 1
        place(Slot(address: address, value: value))
    }

    @inline(__always)
    private func home(of address: UInt, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: AddressTable.hash(address) &>> 16) & mask
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(4, old.count * 2))
        for slot in old where slot.address != 0 { place(slot) }
    }

    private mutating func place(_ slot: Slot) {
        let mask = slots.count - 1
        var index = home(of: slot.address, mask)
        while slots[index].address != 0 { index = (index + 1) & mask }
        slots[index] = slot
    }
}
