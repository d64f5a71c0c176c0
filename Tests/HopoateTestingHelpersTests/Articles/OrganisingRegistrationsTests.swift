// What the article 'Organising registrations' says.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

protocol SettingsProviding: Sendable {
    var theme: String { get }
}

struct StoredSettings: SettingsProviding {
    let theme = "system"
}

struct DarkSettings: SettingsProviding {
    let theme = "dark"
}

extension DependencyKeys {
    var settings: DependencyKey<any SettingsProviding> {
        .init { StoredSettings() }
    }
}

protocol PlayerProviding: Sendable {}

struct Player: PlayerProviding {
    let folder: String
}

struct Radio: Sendable {
    let player: any PlayerProviding
    init(player: any PlayerProviding) { self.player = player }
}

func registerPlayback(in container: DependencyContainer, folder: String) {
    container.register((any PlayerProviding).self) { Player(folder: folder) }
    container.autoregister(Radio.self, initializer: Radio.init)
}

struct Speaker {
    let player: any PlayerProviding
    let volume: Int

    init(player: any PlayerProviding, volume: Int = 5) { (self.player, self.volume) = (player, volume) }
}

struct Track: Hashable, Sendable { let title: String }

final class TrackModel: Sendable {
    let theme: String
    init(track: Track, settings: any SettingsProviding) { theme = settings.theme }
}

final class TrackList: Sendable {
    private let makeModel: Provider<TrackModel>
    init(makeModel: Provider<TrackModel>) { self.makeModel = makeModel }

    func open(_ track: Track) -> TrackModel { makeModel(with: track) }
}

final class Volume {
    let level: Int
    init() { level = resolve((any SettingsProviding).self).theme == "dark" ? 3 : 5 }
}

struct PlaybackModule: DependencyModule {
    let folder: String
    var submodules: [any DependencyModule] { [SettingsModule()] }

    func register(in container: DependencyContainer) {
        registerPlayback(in: container, folder: folder)
    }
}

struct SettingsModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.register(StoredSettings(), for: (any SettingsProviding).self)
    }
}

struct SettingsScreen {
    @Dependency(\.settings) private var settings
    var theme: String { settings.theme }
}

protocol MenuItem: Sendable {
    var title: String { get }
}

struct RadioItem: MenuItem {
    let title = "Radio"
}

struct SettingsItem: MenuItem {
    let title = "Settings"
}

struct RadioMenuModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.contribute(to: (any MenuItem).self) { RadioItem() }
    }
}

struct SettingsMenuModule: DependencyModule {
    func register(in container: DependencyContainer) {
        container.contribute(to: (any MenuItem).self) { SettingsItem() }
    }
}

struct Menu {
    @Dependency private var items: [any MenuItem]
    var titles: [String] { items.map(\.title) }
}

protocol Reading: Sendable {
    var titles: [String] { get }
}

protocol Writing: Sendable {
    func add(_ title: String)
}

final class Library: Reading, Writing {
    private let state = Protected<[String]>([])
    var titles: [String] { state.withLock { $0 } }
    func add(_ title: String) { state.withLock { $0.append(title) } }
}

struct ScreenIsClosed: Error {}

@MainActor
final class CheckoutModel {
    let container: DependencyContainer
    private(set) var steps: [PaymentModel] = []
    var total = 0

    init(in app: DependencyContainer = .shared) {
        container = DependencyContainer(parent: app)
        container.register(CheckoutModel.self, lifetime: .weak) { [weak self] in
            guard let self else { throw ScreenIsClosed() }
            return self
        }
    }

    func addPayment() {
        steps.append(DependencyContainer.withShared(container) { PaymentModel() })
    }
}

@MainActor
final class PaymentModel {
    @WeakDependency private var checkout: CheckoutModel?
    var text: String { "Pay \(checkout?.total ?? 0)" }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension DependencyKeys {
    var clock: DependencyKey<any Clock<Duration>> { .init { ContinuousClock() } }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
struct Reminder {
    @Dependency(\.clock) private var clock

    func text(after minutes: Int) async throws -> String {
        try await clock.sleep(for: .seconds(60 * minutes))
        return "\(minutes) minutes are over."
    }
}

/// A clock whose sleeps end immediately.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
struct ImmediateClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(
        until deadline: ContinuousClock.Instant,
        tolerance: Duration?
    ) async throws {}
}

@Suite(.isolatedDependencies)
struct OrganisingRegistrationsTests {
    let container = DependencyContainer.shared

    @Test func `a module is installed and removed with its submodules`() {
        let playback = container.install(PlaybackModule(folder: "music"))
        #expect(container.canResolve(Radio.self))
        #expect(container.canResolve((any SettingsProviding).self))
        container.remove(playback)
        #expect(container.registrations.isEmpty)
    }

    @Test func `an initializer with a default argument is registered with a closure`() throws {
        registerPlayback(in: container, folder: "music")
        container.autoregister(Speaker.self) { (player: any PlayerProviding) in
            Speaker(player: player)
        }
        #expect(container.resolve(Speaker.self).volume == 5)
        try container.validate()
    }

    @Test func `an argument comes beside services`() throws {
        container.register(StoredSettings(), for: (any SettingsProviding).self)
        container.register(TrackModel.self, taking: Track.self) { track in
            TrackModel(track: track, settings: resolve((any SettingsProviding).self))
        }
        container.autoregister(TrackList.self, initializer: TrackList.init)
        #expect(container.resolve(TrackList.self).open(Track(title: "Intro")).theme == "system")
        try container.validate()
    }

    @Test func `an initializer resolves what it needs`() {
        container.register(StoredSettings(), for: (any SettingsProviding).self)
        #expect(Volume().level == 5)
    }

    @Test func `a key with a default needs no registration`() {
        #expect(SettingsScreen().theme == "system")
        container[\.settings] = DarkSettings()
        #expect(SettingsScreen().theme == "dark")
    }

    @Test func `the default of a library's key is below what the app registers, before or after`() {
        let dark = container.register(DarkSettings(), for: \.settings)
        #expect(SettingsScreen().theme == "dark")
        dark.remove()
        #expect(SettingsScreen().theme == "system")
        container.register(DarkSettings(), for: \.settings)
        #expect(SettingsScreen().theme == "dark")
    }

    @Test func `one instance answers under two protocols, and so does its override`() {
        container.register(Library.self) { Library() }
        container.register((any Reading).self, lifetime: .transient) {
            resolve(Library.self)
        }
        container.register((any Writing).self, lifetime: .transient) {
            resolve(Library.self)
        }
        container.resolve((any Writing).self).add("Emma")
        #expect(container.resolve((any Reading).self).titles == ["Emma"])

        container.register((any Reading).self, named: "cached") { resolve(Library.self) }
        #expect(container.resolve((any Reading).self, named: "cached").titles == ["Emma"])
        container.register(Library(), for: Library.self)
        #expect(container.resolve((any Reading).self).titles == [])
        #expect(container.resolve((any Reading).self, named: "cached").titles == ["Emma"])
    }

    @Test @MainActor func `a screen is a service of its own objects, and is released`() {
        let other = CheckoutModel()
        weak var closed: CheckoutModel?
        weak var ended: DependencyContainer?
        do {
            let checkout = CheckoutModel()
            (closed, ended) = (checkout, checkout.container)
            checkout.total = 12
            checkout.addPayment()
            other.addPayment()
            #expect(checkout.steps[0].text == "Pay 12")
            #expect(other.steps[0].text == "Pay 0")
        }
        #expect(closed == nil)
        #expect(ended == nil)
        #expect(!container.canResolve(CheckoutModel.self))
    }

    @Test func `modules contribute to one list`() {
        container.install(SettingsMenuModule())
        let radio = container.install(RadioMenuModule())
        #expect(container.resolveAll((any MenuItem).self).count == 2)
        #expect(Menu().titles == ["Settings", "Radio"])
        container.remove(radio)
        #expect(Menu().titles == ["Settings"])
    }

    @Test(.mock([any MenuItem].self) { [RadioItem()] })
    func aMockReplacesAllItems() {
        DependencyContainer.shared.install(SettingsMenuModule())
        #expect(Menu().titles == ["Radio"])
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test func `a test replaces the clock`() async throws {
        container[\.clock] = ImmediateClock()
        #expect(try await Reminder().text(after: 10) == "10 minutes are over.")
    }

    @Test func `the later of two registrations answers`() {
        container.register(StoredSettings(), for: (any SettingsProviding).self)
        if RuntimeContext.argument("-uitest").isCurrent {
            container.register(DarkSettings(), for: (any SettingsProviding).self)
        }
        #expect(container.resolve((any SettingsProviding).self).theme == "system")
        if RuntimeContext.test.isCurrent { container.register(DarkSettings(), for: (any SettingsProviding).self) }
        #expect(container.resolve((any SettingsProviding).self).theme == "dark")
    }
}
