import Hopoate

/// The events in the process-wide container while tests watch it that are not the work of any test.
///
/// The tests run at the same time, and any of them may be to blame. An event is reported once, by the last to end of
/// the tests that ran at that moment.
final class Strays<Event: Hashable & Sendable>: Sendable {
    private struct Stray {
        /// Orders them by age.
        let number: UInt64
        /// The names of the tests that ran then.
        let names: String
        /// The watchers that might report it.
        let candidates: Set<UInt64>
    }

    private struct State {
        /// The names of the tests that watch, by the numbers of their watchers.
        var watchers: [UInt64: String] = [:]
        /// The events that are still to be reported.
        var strays: [Event: Stray] = [:]
    }

    private let state = Protected(State())

    /// Begins to watch.
    ///
    /// - Parameter test: The name of the test.
    /// - Returns: The number of the watcher.
    func begin(_ test: String) -> UInt64 {
        let number = Numbers.next()
        state.withLock { $0.watchers[number] = test }
        return number
    }

    /// Notes an event that a watcher has seen. An event after its end belongs to no watcher.
    func add(_ event: Event, seenBy watcher: UInt64) {
        state.withLock { state in
            if state.watchers[watcher] == nil || state.strays[event] != nil { return }
            var names: [String] = []
            for (_, name) in state.watchers.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
                names.append(name)
            }
            state.strays[event] = Stray(
                number: Numbers.next(),
                names: names.joined(separator: ", "),
                candidates: Set(state.watchers.keys)
            )
        }
    }

    /// Ends a watcher.
    ///
    /// - Returns: The events that it has to report, in order, each with the names of the tests that ran then.
    func end(_ watcher: UInt64) -> [(event: Event, names: String)] {
        let strays = state.withLock { state in
            state.watchers[watcher] = nil
            let over = state.strays.filter { $0.value.candidates.isDisjoint(with: state.watchers.keys) }
            for event in over.keys { state.strays[event] = nil }
            return over
        }
        return strays.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.names) }
    }
}
