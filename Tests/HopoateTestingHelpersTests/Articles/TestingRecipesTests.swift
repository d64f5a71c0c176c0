// The snippets of the article *Testing*, and its statements.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing
import XCTest

protocol PlayCounting: AnyObject, Sendable {
    func count(_ song: String)
}

final class PlayCounter: PlayCounting {
    func count(_ song: String) {}
}

final class MockCounter: PlayCounting, @unchecked Sendable {
    private let lock = NSLock()
    private var counted: [String] = []

    var songs: [String] { lock.withLock { counted } }

    func count(_ song: String) { lock.withLock { counted.append(song) } }
}

final class Jukebox: Sendable {
    private let counter = Dependency<any PlayCounting>()
    private let playlist = Dependency<Playlist>()

    func play(_ song: String) { counter().count(song) }

    func playAll() { for title in playlist().titles { play(title) } }
}

struct Playlist {
    var titles: [String] = []
}

func registerServices(in container: DependencyContainer) {
    container.register(PlayCounter(), for: (any PlayCounting).self)
    container.register(Playlist(titles: ["Waltz", "Polka"]), for: Playlist.self)
}

@Suite(.dependencies { registerServices(in: $0) })
struct PlayingAllTests {
    private let counter = MockContainer(MockCounter(), for: (any PlayCounting).self)

    @Test func eachSongIsCounted() {
        Jukebox().playAll()
        #expect(counter.mock.songs == ["Waltz", "Polka"])
    }
}

@Suite(.isolatedDependencies)
struct JukeboxTests {
    private let counter = MockContainer(MockCounter(), for: (any PlayCounting).self)

    @Test func aSongIsCounted() {
        Jukebox().play("Waltz")
        #expect(counter.mock.songs == ["Waltz"])
    }
}

@Suite struct JukeboxTraitTests {
    @Test(.mock((any PlayCounting).self) { MockCounter() })
    func aSongIsCounted() throws {
        Jukebox().play("Waltz")
        let counter: MockCounter = try mock(of: (any PlayCounting).self)
        #expect(counter.songs == ["Waltz"])
    }

    @Test(
        .dependencies { container in
            container.register(MockCounter(), for: (any PlayCounting).self)
            container.register(Playlist(titles: ["Waltz"]), for: Playlist.self)
        }
    )
    func theContainerIsSetUp() {
        #expect(resolve(Playlist.self).titles == ["Waltz"])
    }
}

final class JukeboxXCTests: IsolatedDependenciesTestCase {
    private var counter: MockContainer<any PlayCounting, MockCounter>!
    override func setUp() { counter = MockContainer(MockCounter()) }

    func testASongIsCounted() {
        Jukebox().play("Waltz")
        XCTAssertEqual(counter.mock.songs, ["Waltz"])
    }
}

/// The form of 1.x.
final class ProcessWideJukeboxXCTests: XCTestCase {
    private var counter: MockContainer<any PlayCounting, MockCounter>!

    override func setUp() {
        counter = MockContainer(MockCounter())
    }

    override func tearDown() {
        counter = nil
    }

    func testASongIsCounted() {
        Jukebox().play("Waltz")
        XCTAssertEqual(counter.mock.songs, ["Waltz"])
    }
}

final class IsolatedJukeboxXCTests: IsolatedDependenciesTestCase {
    private let counter = MockCounter()

    override func registerDependencies(in container: DependencyContainer) {
        container.register(counter, for: (any PlayCounting).self)
    }

    func testASongIsCounted() {
        Jukebox().play("Waltz")
        XCTAssertEqual(counter.songs, ["Waltz"])
    }
}

/// The article's statements about work that outlives a test, app-hosted tests, user interface tests and time.
@Suite struct TestingRecipesTests {
    @Test(.dependencies { @MainActor _ in registerServices(in: .shared) })
    func `a function may register in the shared container`() {
        #expect(DependencyContainer.shared.registrations.count == 2)
    }

    @Test(.isolatedDependencies)
    func `a detached task can carry the container`() async {
        let counter = MockCounter()
        DependencyContainer.shared.register(counter, for: (any PlayCounting).self)
        let work = carryingDependencies { Jukebox().play("Waltz") }
        await Task.detached(operation: work).value
        #expect(counter.songs == ["Waltz"])
        let isCarried = await Task.detached { DependencyContainer.shared.canResolve((any PlayCounting).self) }.value
        #expect(!isCarried)
    }

    @Test(.mock((any PlayCounting).self) { MockCounter() })
    func `an exit test does not see the traits`() async {
        #expect(DependencyContainer.shared.canResolve((any PlayCounting).self))
        await #expect(processExitsWith: .success) {
            #expect(!DependencyContainer.shared.canResolve((any PlayCounting).self))
            withIsolatedDependencies {
                let counter = MockContainer(MockCounter(), for: (any PlayCounting).self)
                Jukebox().play("Waltz")
                #expect(counter.mock.songs == ["Waltz"])
            }
        }
    }

    @Test(.isolatedDependencies)
    func `the app registers another service in some contexts`() {
        let container = DependencyContainer.shared
        container.register(PlayCounter(), for: (any PlayCounting).self)
        if RuntimeContext.argument("-uitest").isCurrent {
            container.register(MockCounter(), for: (any PlayCounting).self)
        }
        #expect(container.resolve((any PlayCounting).self) is PlayCounter)
        if RuntimeContext.test.isCurrent {
            container.register(MockCounter(), for: (any PlayCounting).self)
        }
        #expect(container.resolve((any PlayCounting).self) is MockCounter)
    }
}
