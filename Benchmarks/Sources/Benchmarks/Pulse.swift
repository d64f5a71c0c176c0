// Whether something else uses the processor core that measures.

/// How long a fixed number of instructions takes that need nothing but the core.
///
/// It is always the same, unless something else runs on the core: another program, or another machine's processor that
/// shares it. The pulse then takes half as long again, and so does most of what is measured, but not the limit, which
/// mostly waits for its atomic operations. So rounds in which the pulse is slow say nothing about ratios.
enum Pulse {
    /// How much longer than a quick one a pulse may take.
    private static let tolerance = 1.1
    // Unsafe in name only: all rows are measured by the main thread.

    /// The twenty quickest so far, the quickest first: a single one may have been a mistake of the clock.
    nonisolated(unsafe) private static var quickest: [Duration] = []
    /// What the last pulse has come to and the next one begins with, so that the optimiser leaves out neither.
    nonisolated(unsafe) private static var sum: UInt = 1

    static func take() -> Duration {
        let pulse = ContinuousClock().measure { sum = work(from: sum) }
        let place = quickest.firstIndex { pulse < $0 } ?? quickest.endIndex
        quickest.insert(pulse, at: place)
        if quickest.count > 20 { quickest.removeLast() }
        return pulse
    }

    /// How long a pulse takes while nothing else runs, as far as is known by now.
    static var undisturbed: Duration? { quickest.last }

    /// Whether a pulse was taken while nothing else ran.
    static func isUndisturbed(_ pulse: Duration) -> Bool {
        undisturbed.map { pulse <= $0 * tolerance } ?? true
    }

    /// Several sums at once, which keep all of the core busy. For some ten microseconds.
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
