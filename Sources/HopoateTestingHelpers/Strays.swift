import Hopoate

#if canImport(Testing)
import Testing
#endif

/// A test that watches the process-wide container.
struct Watcher: Sendable {
    let name: String
    /// Nil for XCTest, which does not tell.
    var fileID: String?

    #if canImport(Testing)
    /// The test of Swift Testing that the current task belongs to.
    static var current: Watcher? { Test.current.map { Watcher(name: $0.name, fileID: $0.sourceLocation.fileID) } }
    #else
    static var current: Watcher? { nil }
    #endif
}

/// The events in the process-wide container while tests watch it that are not the work of any test.
///
/// The tests run at the same time, and any of them may be to blame. An event is reported once, by the last to end of
/// the tests that ran at that moment, or of the tests in whose file it happened, if there are any.
final class Strays<Happening: Hashable & Sendable>: Sendable {
    private struct Stray {
        /// Orders them by age.
        let number: UInt64
        /// The names of the tests that ran then.
        let names: String
        /// The watchers that might report it.
        let candidates: Set<UInt64>
    }

    private struct State {
        /// The watchers that have not ended.
        var watchers: [UInt64: Watcher] = [:]
        /// The events that are still to be reported.
        var strays: [Happening: Stray] = [:]
    }

    private let state = Protected(State())

    /// Begins to watch.
    ///
    /// - Returns: The number of the watcher.
    func begin(_ watcher: Watcher) -> UInt64 {
        let number = Numbers.next()
        state.withLock { $0.watchers[number] = watcher }
        return number
    }

    /// Notes an event that a watcher has seen. An event after its end belongs to no watcher.
    func add(_ happening: Happening, in fileID: String, seenBy watcher: UInt64) {
        state.withLock { state in
            let watchers = state.watchers
            if watchers[watcher] == nil || state.strays[happening] != nil { return }
            let ofFile = watchers.filter { $0.value.fileID == fileID }
            var names: [String] = []
            for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) where !names.contains(watcher.name) {
                names.append(watcher.name)
            }
            let candidates = Set((ofFile.isEmpty ? watchers : ofFile).keys)
            state.strays[happening] = Stray(
                number: Numbers.next(),
                names: names.joined(separator: ", "),
                candidates: candidates
            )
        }
    }

    /// Ends a watcher.
    ///
    /// - Returns: The events that it has to report, in order, each with the names of the tests that ran then.
    func end(_ watcher: UInt64) -> [(happening: Happening, names: String)] {
        let strays = state.withLock { state in
            state.watchers[watcher] = nil
            let over = state.strays.filter { $0.value.candidates.isDisjoint(with: state.watchers.keys) }
            for happening in over.keys { state.strays[happening] = nil }
            return over
        }
        return strays.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.names) }
    }
}
