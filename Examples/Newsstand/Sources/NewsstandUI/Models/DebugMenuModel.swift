import Hopoate
import HopoateDiagnostics
import Observation

/// What developers see of a container.
@MainActor @Observable
final class DebugMenuModel {
    /// A part of the menu.
    struct Section: Equatable, Identifiable {
        let id: String
        let text: String
    }

    private let container: DependencyContainer
    private var tracer: ResolutionTracer?
    private var lookUps: [String] = []

    init(_ container: DependencyContainer = .shared) { self.container = container }

    /// Whether look-ups are traced, which makes each slower.
    var isTracing: Bool {
        get { tracer != nil }
        set { tracer = newValue ? trace() : nil }
    }

    /// The texts to show, which are wide.
    var sections: [Section] {
        [
            Section(id: "Graph", text: container.graph().description),
            Section(id: "Last look-ups", text: lookUps.joined(separator: "\n")),
        ]
    }

    private func trace() -> ResolutionTracer {
        // Called on the thread that has looked up.
        ResolutionTracer(container) { tree in
            Task { @MainActor [weak self] in self?.add(tree) }
        }
    }

    private func add(_ tree: String) { lookUps = (lookUps + [tree]).suffix(20) }
}
