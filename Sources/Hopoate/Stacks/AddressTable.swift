/// A hash table from addresses to numbers, with open addressing.
///
/// A dictionary would take twice as long to find a service (`Benchmarks`, rows 'resolve, …').
struct AddressTable {
    private struct Slot {
        /// 0 where the slot is free.
        var address: UInt = 0
        /// Negative where the slot is free.
        var value = -1
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
        if slots.isEmpty { return nil }
        let value = slots[index(of: address)].value
        return value < 0 ? nil : value
    }

    /// Adds an address that is not there yet.
    mutating func insert(_ address: UInt, _ value: Int) {
        if count * 4 >= slots.count * 3 { grow() }
        count += 1
        slots[index(of: address)] = Slot(address: address, value: value)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: max(4, old.count * 2))
        for slot in old where slot.address != 0 { slots[index(of: slot.address)] = slot }
    }

    /// Where an address is, or belongs.
    @inline(__always)
    private func index(of address: UInt) -> Int {
        let mask = slots.count &- 1
        var index = Int(truncatingIfNeeded: AddressTable.hash(address) &>> 16) & mask
        while true {
            let found = slots[index].address
            if found == address || found == 0 { return index }
            index = (index &+ 1) & mask
        }
    }
}
