// Finds out whether something else uses the processor core that measures.

/// The time of a fixed number of instructions that need nothing but the core.
///
/// It is constant unless something else runs on the core: another program, or a virtual machine that shares it. The pulse then
/// takes half as long again, like most of the rows. The limit does not, as it mostly waits for atomic operations. So rounds with a
/// slow pulse say nothing about ratios.
enum Pulse {
    /// The maximum time of an undisturbed pulse, as a multiple of a quick one.
    private static let tolerance = 1.1
    // Only the main thread measures rows, so these variables are safe.

    /// The twenty quickest pulses, the quickest first. A single one may be an error of the clock.
    nonisolated(unsafe) private static var quickest: [Duration] = []
    /// The result of the last pulse. The next one begins with it, so that the optimiser removes neither.
    nonisolated(unsafe) private static var sum: UInt = 1

    static func take() -> Duration {
        let pulse = ContinuousClock().measure { sum = work(from: sum) }
        let place = quickest.firstIndex { pulse < $0 } ?? quickest.endIndex
        quickest.insert(pulse, at: place)
        if quickest.count > 20 { quickest.removeLast() }
        return pulse
    }

    /// The time of an undisturbed pulse, as known from the pulses before. Nil before the first one.
    static var undisturbed: Duration? { quickest.last }

    /// Whether nothing else ran during a pulse.
    static func isUndisturbed(_ pulse: Duration) -> Bool {
        undisturbed.map { pulse <= $0 * tolerance } ?? true
    }

    /// Computes several sums at once, which use all units of the core, for some ten microseconds.
    @inline(never)
    private static func work(from start: UInt) -> UInt {
        var (first, second, third, fourth, fifth): (UInt, UInt, UInt, UInt, UInt) = (start, 2, 3, 4, 5)
        for index in 0..<(10_000 as UInt) {
            first = (first ^ index) &+ (first &>> 3)
            second = (second ^ index) &+ (second &>> 5)
            third = (third ^ index) &+ (third &>> 7)
            fourth = (fourth ^ index) &+ (fourth &>> 9)
            fifth = (fifth ^ index) &+ (fifth &>> 11)
        }
        return first ^ second ^ third ^ fourth ^ fifth
    }
}
