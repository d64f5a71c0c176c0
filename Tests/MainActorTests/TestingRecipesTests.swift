// What the article 'Testing' says of mocks that belong to the main actor.

import Hopoate
import HopoateTestingHelpers
import Testing
import XCTest

protocol SongCounting {
    func count(_ song: String)
}

final class MockSongCounter: SongCounting {
    private(set) var songs: [String] = []
    func count(_ song: String) { songs.append(song) }
}

final class Player {
    @Dependency private var counter: any SongCounting
    func play(_ song: String) { counter.count(song) }
}

nonisolated final class PlayerXCTests: IsolatedDependenciesTestCase {
    @MainActor var counter: MockContainer<any SongCounting, MockSongCounter>!

    @MainActor override func setUp() async throws {
        counter = MockContainer(MockSongCounter())
    }

    @MainActor override func tearDown() async throws {
        counter = nil
    }

    // Asynchronous, as a test of XCTest on Linux cannot belong to an actor otherwise.
    @MainActor func testASongIsCounted() async {
        Player().play("Waltz")
        XCTAssertEqual(counter.mock.songs, ["Waltz"])
    }
}

@Suite struct PlayerTests {
    @Test(.mock((any SongCounting).self) { @MainActor in MockSongCounter() })
    func aSongIsCounted() throws {
        Player().play("Waltz")
        let counter: MockSongCounter = try mock(of: (any SongCounting).self)
        #expect(counter.songs == ["Waltz"])
    }
}
