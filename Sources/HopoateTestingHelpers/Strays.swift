import Hopoate

/// Events in the process-wide container that no test owns, while tests watch it.
///
/// The tests run at the same time, and any of them may have caused an event. The last of them to end reports it, once.
final class Strays<Event: Hashable & Sendable>: Sendable {
    private struct Stray {
        /// Orders events by age.
        let number: UInt64
        /// The names of the tests that ran at that moment.
        let names: String
        /// The watchers of these tests.
        let candidates: Set<UInt64>
    }

    private struct State {
        /// The names of the tests that watch, by the numbers of their watchers.
        var watchers: [UInt64: String] = [:]
        /// The events to report.
        var strays: [Event: Stray] = [:]
    }

    private let state = Protected(State())

    /// Begins a watcher.
    ///
    /// - Parameter test: The name of the test.
    /// - Returns: The number of the watcher.
    func begin(_ test: String) -> UInt64 {
        let number = Numbers.next()
        state.withLock { $0.watchers[number] = test }
        return number
    }

    /// Adds an event that a watcher has seen. Ignores it if the watcher has ended.
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
    /// - Returns: The events for its test to report, in order, each with the names of the tests that ran at that moment.
    func end(_ watcher: UInt64) -> [(event: Event, names: String)] {
        let strays = state.withLock { state in
            state.watchers[watcher] = nil
            let ended = state.strays.filter { $0.value.candidates.isDisjoint(with: state.watchers.keys) }
            for event in ended.keys { state.strays[event] = nil }
            return ended
        }
        return strays.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.names) }
    }
}
