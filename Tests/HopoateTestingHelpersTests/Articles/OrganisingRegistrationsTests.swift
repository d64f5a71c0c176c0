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
    var settings: DependencyKey<any SettingsProviding> { .init { StoredSettings() } }
}

protocol PlayerProviding: Sendable {}

struct Player: PlayerProviding {
    let folder: String
}

struct Radio: Sendable {
    let player: any PlayerProviding
    init(player: any PlayerProviding) { self.player = player }
}

extension DependencyContainer {
    func registerPlayback(folder: String) {
        register((any PlayerProviding).self) { Player(folder: folder) }
        autoregister(Radio.self, initializer: Radio.init)
    }
}

struct PlaybackModule: DependencyModule {
    let folder: String
    var submodules: [any DependencyModule] { [SettingsModule()] }

    func register(in container: DependencyContainer) {
        container.registerPlayback(folder: folder)
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

@Suite(.isolatedDependencies)
struct OrganisingRegistrationsTests {
    let container = DependencyContainer.shared

    @Test func oneFunctionRegistersAFeature() throws {
        container.registerPlayback(folder: "music")
        #expect(container.canResolve(Radio.self))
        try container.validate()
    }

    @Test func aModuleIsInstalledWithItsSubmodulesAndTakenOutWithThem() {
        let playback = container.install(PlaybackModule(folder: "music"))
        #expect(container.canResolve(Radio.self))
        #expect(container.canResolve((any SettingsProviding).self))
        container.remove(playback)
        #expect(container.registrations.isEmpty)
    }

    @Test func aModuleThatTwoOthersNeedIsInstalledOnce() {
        container.install(SettingsModule())
        container.install(PlaybackModule(folder: "music"))
        #expect(container.registrations.filter { $0.service == (any SettingsProviding).self }.count == 1)
    }

    @Test func aModuleIsNotComparedWithTheFirst() {
        container.install(PlaybackModule(folder: "music"))
        container.install(PlaybackModule(folder: "podcasts"))
        #expect((container.resolve((any PlayerProviding).self) as? Player)?.folder == "music")
    }

    @Test func installingAnEquatableModuleWithAnotherValueTraps() async throws {
        struct FolderModule: DependencyModule, Equatable {
            let folder: String
            func register(in container: DependencyContainer) {}
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependencyContainer.shared.install(FolderModule(folder: "music"))
            DependencyContainer.shared.install(FolderModule(folder: "podcasts"))
        }
        #expect(try trapMessage(result).contains("is installed already, with other values"))
    }

    @Test func twoModulesThatRegisterOneServiceAreAProblem() throws {
        struct OtherModule: DependencyModule {
            func register(in container: DependencyContainer) {
                container.register(DarkSettings(), for: (any SettingsProviding).self)
            }
        }
        container.install(SettingsModule())
        container.install(OtherModule())
        let error = try #require(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error.problems.map(\.kind) == [.duplicate])
    }

    @Test func aKeyNeedsNoRegistration() {
        #expect(SettingsScreen().theme == "system")
        container[\.settings] = DarkSettings()
        #expect(SettingsScreen().theme == "dark")
    }

    @Test func theSecondRegistrationOfTwoAnswersSoOrderCounts() {
        container.register(StoredSettings(), for: (any SettingsProviding).self)
        if RuntimeContext.argument("-uitest").isCurrent {
            container.register(DarkSettings(), for: (any SettingsProviding).self)
        }
        #expect(container.resolve((any SettingsProviding).self).theme == "system")
        if RuntimeContext.test.isCurrent { container.register(DarkSettings(), for: (any SettingsProviding).self) }
        #expect(container.resolve((any SettingsProviding).self).theme == "dark")
    }

    @Test func creatorsThatRunLaterMakeTheOrderOfRegistrationsUnimportant() throws {
        container.autoregister(Radio.self, initializer: Radio.init)
        container.register(Player(folder: "music"), for: (any PlayerProviding).self)
        _ = try container.resolving(Radio.self)
    }

    @Test func anEagerCreatorFindsOnlyWhatIsRegisteredBefore() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer.shared
            container.register(service: Radio.self) { Radio(player: resolve((any PlayerProviding).self)) }
            container.register(Player(folder: "music"), for: (any PlayerProviding).self)
        }
        #expect(try trapMessage(result).contains("is created while it is registered"))
    }
}
