// Examples of doc comments: initializers, their parameters, and modules.

import Hopoate

nonisolated protocol Log {}
nonisolated protocol Store {}
nonisolated struct DiskStore: Store {
    init(path: String) throws {}
    init(path: String, log: any Log) {}
}
nonisolated struct Request {}
nonisolated extension DependencyKeys {
    var request: DependencyKey<Request> { .init(lifetime: .transient) { Request() } }
}
nonisolated struct FeedLoader {
    let store: any Store
}
nonisolated protocol Heater {
    var isHot: Bool { get }
}
enum Backup: DependencyName { static let name = "backup" }
struct LoggingModule: DependencyModule {
    func register(in container: DependencyContainer) {}
}

func autoregistering(in container: DependencyContainer) {
    container.autoregister(FeedLoader.self, initializer: FeedLoader.init)
    container.autoregister((any Store).self, initializer: DiskStore.init(path:log:))
}

@MainActor
final class Screen {
    init(loader: FeedLoader) {}
}

@MainActor
func autoregisteringScreens(in container: DependencyContainer) {
    container.autoregister(Screen.self, initializer: Screen.init)
}

final class Thermosiphon {
    private let heater: Lazy<any Heater>
    init(heater: Lazy<any Heater>) { self.heater = heater }

    var isPumping: Bool { heater().isHot }
}

final class Row {}

final class Client {
    private let makeRequest = Provider(\.request)
}

final class Table {
    private let makeRow = Provider<Row>()

    func rows(_ count: Int) -> [Row] { (0..<count).map { _ in makeRow() } }
}

struct Archive {
    let store: any Store
    init(store: Named<any Store, Backup>) { self.store = store.service }
}

struct StorageModule: DependencyModule {
    let folder: String
    var submodules: [any DependencyModule] { [LoggingModule()] }

    func register(in container: DependencyContainer) {
        container.register((any Store).self, lifetime: .cached) { [folder] in
            try DiskStore(path: folder)
        }
    }
}

func installing() {
    DependencyContainer.shared.install(StorageModule(folder: "articles"))
}

func removing(from container: DependencyContainer) {
    let storage = container.install(StorageModule(folder: "articles"))
    container.remove(storage)  // removes all its registrations
}
