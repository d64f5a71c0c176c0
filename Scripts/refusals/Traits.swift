// The closures of traits run before each test, wherever that runs.

import Hopoate
import HopoateTestingHelpers
import Testing

nonisolated final class MockLog {
    var lines: [String] = []
}

@MainActor
final class Screen {
    init(title: String) {}
}

func traits() -> [any Trait] {
    #if CURED
    return [
        .isolatedDependencies,
        .mock(MockLog.self) { MockLog() },
        .mock(Screen.self) { @MainActor in Screen(title: "mock") },
        .mock(Screen.self) { await Screen(title: "mock") },
        .dependencies { $0.register(MockLog(), for: MockLog.self) },
        .dependencies { _ in },
        .dependencies { @MainActor in $0.register(Screen(title: "mock"), for: Screen.self) },
    ]
    #else
    let log = MockLog()
    return [
        .isolatedDependencies,
        // error: capture of 'log' with non-Sendable type 'MockLog' in a '@Sendable' closure
        .mock(MockLog.self) { log },
        // error: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
        .mock(Screen.self) { Screen(title: "mock") },
        // error: 'dependency' has been renamed to 'dependencies(_:)'
        .dependency { _ in },
        // error: capture of 'log' with non-Sendable type 'MockLog' in a '@Sendable' closure
        .dependencies { $0.register(log, for: MockLog.self) },
        // error: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
        .dependencies { $0.register(Screen(title: "mock"), for: Screen.self) },
    ]
    #endif
}
