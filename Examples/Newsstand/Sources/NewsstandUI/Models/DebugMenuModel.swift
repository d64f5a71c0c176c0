import Hopoate
import HopoateDiagnostics
import Observation

/// What developers see of a container. Create it before the app registers its services.
@MainActor @Observable
final class DebugMenuModel {
    /// A part of the menu.
    struct Section: Equatable, Identifiable {
        let id: String
        let text: String
    }

    private let container: DependencyContainer
    private let profile: StartUpProfile
    private var tracer: ResolutionTracer?
    private var lookUps: [String] = []

    init(_ container: DependencyContainer = .shared) {
        self.container = container
        profile = StartUpProfile(container)
    }

    /// Whether look-ups are traced, which makes each slower.
    var isTracing: Bool {
        get { tracer != nil }
        set { tracer = newValue ? trace() : nil }
    }

    /// The texts to show, which are wide.
    var sections: [Section] {
        [
            Section(id: "Graph", text: container.graph().description),
            Section(id: "Start-up", text: profile.description),
            Section(id: "Last look-ups", text: lookUps.joined(separator: "\n")),
        ]
    }

    /// Call it when the first screen is visible.
    func appHasLaunched() { profile.end() }

    private func trace() -> ResolutionTracer {
        // Called on the thread that has looked up.
        ResolutionTracer(container) { tree in
            Task { @MainActor [weak self] in self?.add(tree) }
        }
    }

    private func add(_ tree: String) { lookUps = (lookUps + [tree]).suffix(20) }
}
