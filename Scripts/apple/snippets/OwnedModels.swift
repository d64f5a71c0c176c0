// The page and the doc comments of HopoateSwiftUI, type-checked for iOS by `Scripts/apple/typecheck`.

import Combine
import Hopoate
import HopoateSwiftUI
import Observation
import SwiftUI

@MainActor @Observable
final class SettingsModel {
    var hasSound = false
}

@MainActor
final class SearchModel: Combine.ObservableObject {
    @Published var text = ""
}

extension DependencyKeys {
    var settings: DependencyKey<SettingsModel> { .init { @MainActor in SettingsModel() } }
    var model: DependencyKey<SearchModel> { .init(lifetime: .transient) { @MainActor in SearchModel() } }
    var search: DependencyKey<SearchModel> { .init { @MainActor in SearchModel() } }
}

func registerModels(in container: DependencyContainer) {
    container.register(SettingsModel.self, lifetime: .transient) { @MainActor in
        SettingsModel()
    }
}

struct SettingsView: View {
    @StateDependency private var settings: SettingsModel

    var body: some View {
        Toggle("Sound", isOn: $settings.hasSound)
    }
}

struct SearchView: View {
    @StateObjectDependency private var search: SearchModel

    var body: some View {
        TextField("Search", text: $search.text)
    }
}

struct GuestView: View {
    @StateDependency(named: "guest") private var settings: SettingsModel

    var body: some View {
        DependencyContainer.withShared(_settings.container) { SoundList() }
    }
}

struct ArchiveView: View {
    @StateObjectDependency(named: "archive") private var search: SearchModel

    var body: some View {
        DependencyContainer.withShared(_search.container) { ResultList() }
    }
}

struct SoundList: View {
    @StateDependency(\.settings) private var settings

    var body: some View { Toggle("Sound", isOn: $settings.hasSound) }
}

struct ResultList: View {
    @StateObjectDependency(\.search) private var search

    var body: some View { Text(search.text) }
}

// 'Coming from Factory'.
struct ModelView: View {
    @StateObjectDependency(\.model) var model

    var body: some View { Text(model.text) }
}
