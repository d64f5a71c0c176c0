import Hopoate

/// User code that uses a container when it is called, and again when it is released.
///
/// The library runs no user code under a lock: the callback needs the locks of the container's shard and state, so it
/// would deadlock. It looks up only its own registration and leaves nothing behind, so the model need not know of it.
final class Callback: @unchecked Sendable {
    /// A service that the compared inventory omits.
    enum Service { case instance }

    /// Never set again.
    private weak var container: DependencyContainer?

    init(in container: DependencyContainer) { self.container = container }

    func call() {
        // If the container has ended, it uses another one: no lock of any container may be held.
        let container = container ?? DependencyContainer()
        // New stacks sweep those of other keys away.
        let name = SharedWorkshop.current.map { "\($0.nextTurn(of: 8))" }
        let token = container.register(Service.self, named: name, lifetime: .perContainer) { .instance }
        // One that is ending accepts no registration.
        let isRegistered = container.registrations.contains { $0.service == Service.self && $0.name == name }
        if isRegistered, container.canResolve(Service.self, named: name) {
            _ = try? container.resolving(Service.self, named: name)
        }
        container.remove(token)
    }

    deinit { call() }
}

/// An observer that acts on the observed registration, or else replaces itself with the next one while it is notified.
final class ProgramObserver: @unchecked Sendable {
    // Programs run on one thread at a time.
    private var observation: ResolutionObservation?
    private let act: ((ResolutionEvent) -> Void)?

    init(of container: DependencyContainer, _ act: ((ResolutionEvent) -> Void)?) {
        self.act = act
        observe(container)
    }

    private func observe(_ container: DependencyContainer) {
        let callback = Callback(in: container)
        observation = container.observe { [weak self, weak container] event in
            // Events of callbacks would cause others without end.
            guard event.registration.service != Callback.Service.self, let container else { return }
            callback.call()
            // The next one would be notified of what this one does.
            if let act = self?.act { act(event) } else { self?.observe(container) }
        }
    }
}
