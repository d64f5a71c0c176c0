// What the article 'Libraries and SDKs' says.

import Hopoate
import HopoateTestingHelpers
import Testing

protocol TileLoading: Sendable {
    var source: String { get }
}

struct TileServer: TileLoading {
    let source = "server"
}

final class TileCache: Sendable {
    let loader: any TileLoading
    init(loader: any TileLoading) { self.loader = loader }
}

extension DependencyContainer {
    /// The container of this SDK.
    static let maps = makeMapsContainer()
}

private func makeMapsContainer() -> DependencyContainer {
    let container = DependencyContainer()
    container.register((any TileLoading).self) { TileServer() }
    container.register(TileCache.self) {
        TileCache(loader: resolve((any TileLoading).self))
    }
    return container
}

/// A class that apps use.
public final class MapModel {
    @Dependency private var cache: TileCache

    /// Creates a map.
    public convenience init() { self.init(container: .maps) }

    init(container: DependencyContainer) {
        _cache = Dependency(container: container)
    }

    var source: String { cache.loader.source }
}

final class MapLegend {
    @Dependency(container: .maps) private var tiles: any TileLoading

    var text: String { "Tiles: \(tiles.source)" }
}

struct MockTiles: TileLoading {
    let source = "mock"
}

@Suite struct MapTests {
    private let container: DependencyContainer
    private let tiles: MockContainer<any TileLoading, MockTiles>

    init() {
        container = DependencyContainer.maps.fork()
        tiles = MockContainer(
            MockTiles(),
            for: (any TileLoading).self,
            container: container
        )
    }

    @Test func theMapShowsMockedTiles() {
        #expect(MapModel(container: container).source == "mock")
    }
}

@Suite(.isolatedDependencies) struct LibrariesAndSDKsTests {
    @Test func `a container of its own answers beside the app's`() {
        struct AppTiles: TileLoading { let source = "app" }
        #expect(MapModel().source == "server")
        DependencyContainer.shared.register(AppTiles(), for: (any TileLoading).self)
        #expect(MapModel().source == "server")
        #expect(MapLegend().text == "Tiles: server")
        DependencyContainer.shared.removeAll()
        #expect(MapLegend().text == "Tiles: server")
        #expect(DependencyContainer.shared.registrations.isEmpty)
    }
}
