// Runs views with HopoateSwiftUI's properties on Linux, where a stub keeps their state: see `Scripts/apple/views`.
import Combine
import Hopoate
import HopoateSwiftUI
import HopoateTestingHelpers
import Observation
import SwiftUI

@MainActor
final class SearchModel: Combine.ObservableObject {
    @Published var text = ""
}

@MainActor @Observable
final class SettingsModel {
    @ObservationIgnored @Dependency var title: String
    var hasSound = false
}

extension DependencyKeys {
    var search: DependencyKey<SearchModel> { .init { @MainActor in SearchModel() } }
    var settings: DependencyKey<SettingsModel> { .init(lifetime: .transient) { @MainActor in SettingsModel() } }
}

struct Screen: View {
    @StateObjectDependency private var search: SearchModel
    @StateObjectDependency(\.search) private var keyed
    @StateDependency(named: "guest") private var settings: SettingsModel
    @StateDependency(\.settings) private var keyedSettings

    var body: some View { EmptyView() }

    var services: [AnyObject] { [search, keyed, settings, keyedSettings] }
    var containers: [DependencyContainer] {
        [_search.container, _keyed.container, _settings.container, _keyedSettings.container]
    }
    var bindings: (text: Binding<String>, sound: Binding<Bool>) { ($search.text, $settings.hasSound) }
    var title: String { settings.title }
}

struct Broken: View {
    @StateDependency private var settings: SettingsModel

    var body: some View { Text(settings.title) }
}

@main
@MainActor
struct Views {
    static func main() throws {
        if CommandLine.arguments.contains("--missing") {
            _ = Broken().body
            return
        }
        var created = 0
        let container = DependencyContainer()
        container.register("of the container", for: String.self)
        container.register(SearchModel.self, lifetime: .transient) { @MainActor in
            created += 1
            return SearchModel()
        }
        container.register(SettingsModel.self, named: "guest", lifetime: .transient) { @MainActor in
            created += 1
            return SettingsModel()
        }
        DependencyContainer.shared.register("shared", for: String.self)

        let first = DependencyContainer.withShared(container) { Screen() }
        let second = DependencyContainer.withShared(container) { Screen() }
        precondition(created == 0, "Creating a view resolves nothing.")
        let services = first.services
        precondition(created == 2, "SwiftUI's first question resolves each service.")
        precondition(first.title == "of the container", "The service comes from the container of the view's value.")

        _update(second, after: first)
        let other = DependencyContainer.withShared(DependencyContainer()) { Screen() }
        _update(other, after: second)
        for later in [first, second, other] {
            precondition(
                zip(later.services, services).allSatisfy { $0 === $1 },
                "All values of a view have its services."
            )
            precondition(later.containers.allSatisfy { $0 === container }, "All values of a view have its container.")
        }
        precondition(created == 2, "A service is resolved once for the life of a view.")
        let (search, settings) = (services[0] as! SearchModel, services[2] as! SettingsModel)
        other.bindings.text.wrappedValue = "hut"
        other.bindings.sound.wrappedValue = true
        precondition(search.text == "hut" && settings.hasSound, "A binding writes.")
        precondition(second.bindings.sound.wrappedValue, "A binding reads.")

        let validated = try container.validateProperties(modules: ["Program"])
        print(validated.properties.joined(separator: "\n"))
    }
}
