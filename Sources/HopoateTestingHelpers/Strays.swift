import Hopoate

#if canImport(Testing)
import Testing
#endif

/// A test that watches the process-wide container.
struct Watcher: Sendable {
    let name: String
    /// Nil for XCTest, which does not tell.
    let fileID: String?
}

extension Watcher {
    #if canImport(Testing)
    init(_ test: Test) { self.init(name: test.name, fileID: test.sourceLocation.fileID) }

    /// The test of Swift Testing that the current task belongs to.
    static var current: Watcher? { Test.current.map { Watcher($0) } }
    #else
    static var current: Watcher? { nil }
    #endif
}

/// The events in the process-wide container while tests watch it that are not the work of any test.
///
/// The tests run at the same time, and any of them may be to blame. An event is reported once, by the last to end of
/// the tests that ran at that moment, or of the tests in whose file it happened, if there are any. The same event is not
/// reported again until another test begins.
final class Strays<Happening: Hashable & Sendable>: Sendable {
    private struct Stray {
        /// Orders them by age.
        let number: UInt64
        /// The tests that ran then.
        let seen: [UInt64: Watcher]
        /// The watchers that might report it.
        let candidates: Set<UInt64>

        var names: String {
            var names: [String] = []
            for (_, watcher) in seen.sorted(by: { $0.key < $1.key }) where !names.contains(watcher.name) {
                names.append(watcher.name)
            }
            return names.joined(separator: ", ")
        }
    }

    private struct State {
        /// The watchers that have not ended.
        var watchers: [UInt64: Watcher] = [:]
        var strays: [Happening: Stray] = [:]

        /// Whether a happening is still to be reported, or no test has begun since it was.
        func isKnown(_ happening: Happening) -> Bool {
            guard let stray = strays[happening] else { return false }
            return !hasEnded(stray.candidates) || watchers.keys.allSatisfy { stray.seen[$0] != nil }
        }

        /// Ends a watcher.
        ///
        /// - Returns: The strays that it has to report, as the last of their candidates.
        mutating func end(_ watcher: UInt64) -> [Happening: Stray] {
            watchers[watcher] = nil
            let seen = strays.filter { $0.value.seen[watcher] != nil }
            strays = strays.filter { !hasEnded($0.value.seen.keys) }
            return seen.filter { $0.value.candidates.contains(watcher) && hasEnded($0.value.candidates) }
        }

        private func hasEnded(_ all: some Sequence<UInt64>) -> Bool { all.allSatisfy { watchers[$0] == nil } }
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
            if watchers[watcher] == nil || state.isKnown(happening) { return }
            let ofFile = watchers.filter { $0.value.fileID == fileID }
            state.strays[happening] = Stray(
                number: Numbers.next(),
                seen: watchers,
                candidates: Set((ofFile.isEmpty ? watchers : ofFile).keys)
            )
        }
    }

    /// Ends a watcher.
    ///
    /// - Returns: The events that it has to report, in order, each with the names of the tests that ran then.
    func end(_ watcher: UInt64) -> [(happening: Happening, names: String)] {
        let strays = state.withLock { $0.end(watcher) }
        return strays.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.names) }
    }
}
