import Foundation
import Hopoate
import Testing

/// What a thread looks up is not freed by those that interrupt it, whatever it was just doing.
///
/// Who wakes up interrupts who runs, between any two instructions. That finds what the optimiser of a release build moves out
/// of a lock: a retain of what was read there.
@Suite struct InterruptionTests {
    @Test(arguments: LookUp.allCases) private func whatIsLookedUpIsNotFreed(_ lookUp: LookUp) async {
        await #expect(processExitsWith: .success) {
            [lookUp = lookUp as LookUp] in
            let container = DependencyContainer()
            _ = lookUp.register(in: container)
            let look = lookUp.prepare(in: container)
            let (running, waking) = (2, 4)
            #if DEBUG
            let interruptions = 150
            #else
            let interruptions = 1_500
            #endif
            let left = Shared(waking)
            let haveEnded = onThreads(running + waking) { index in
                if index < running {
                    while left.value > 0 {
                        for _ in 0..<100 { look() }
                    }
                } else {
                    for _ in 0..<interruptions {
                        let remove = lookUp.register(in: container)
                        look()
                        remove()
                        look()
                        Thread.sleep(forTimeInterval: 1e-6)
                    }
                    left.change { $0 -= 1 }
                }
            }
            precondition(haveEnded)
        }
    }

    /// A way to look hammers up, and to register them for it.
    private enum LookUp: String, Codable, CaseIterable {
        case instance, cached, transient, weak, graph, expiring, named, key, argument, contributions, decorated
        case property, keptProperty, optionalProperty, lazy, child, observed, inventory, fork
        case perContainer, childsOwn, childsDecorated

        /// - Returns: What takes the registration out again.
        func register(in container: DependencyContainer) -> () -> Void {
            switch self {
            case .instance, .keptProperty, .child, .observed:
                removal(container, container.register(Hammer(), for: Hammer.self))
            case .cached, .inventory, .fork: register(.cached, in: container)
            case .transient, .property, .optionalProperty, .lazy: register(.transient, in: container)
            case .weak: register(.weak, in: container)
            case .graph: register(.graph, in: container)
            case .expiring: register(.expiring(afterSeconds: 1e-6), in: container)
            case .perContainer, .childsOwn: register(.perContainer, in: container)
            case .named: removal(container, container.register(Hammer(), for: Hammer.self, named: "name"))
            case .key: removal(container, container.register(\.interrupted) { @Sendable in Hammer() })
            case .argument:
                removal(container, container.register(Hammer.self, taking: Int.self) { _ in Hammer() })
            case .contributions: removal(container, container.contribute(to: Hammer.self) { Hammer() })
            case .decorated, .childsDecorated:
                if container.canResolve(Hammer.self) {
                    removal(container, container.decorate(Hammer.self) { @Sendable in $0 })
                } else {
                    register(self == .decorated ? .cached : .perContainer, in: container)
                }
            }
        }

        private func register(_ lifetime: Lifetime, in container: DependencyContainer) -> () -> Void {
            removal(
                container,
                container.register(Hammer.self, lifetime: lifetime) { @Sendable in Hammer() }
            )
        }

        private func removal<Service>(
            _ container: DependencyContainer,
            _ token: ServiceRegistration<Service>
        ) -> () -> Void {
            { container.remove(token) }
        }

        func prepare(in container: DependencyContainer) -> @Sendable () -> Void {
            let look = look(in: container)
            return {
                if let hammer = look() { precondition(hammer.isThere) }
            }
        }

        private func look(in container: DependencyContainer) -> @Sendable () -> Hammer? {
            switch self {
            case .instance, .cached, .transient, .weak, .graph, .expiring, .decorated, .perContainer:
                return { container.resolve(Hammer.self) }
            case .named: return { container.resolve(Hammer.self, named: "name") }
            case .key: return { container.resolve(\.interrupted) }
            case .argument: return { container.resolve(Hammer.self, with: 1) }
            case .contributions: return { container.resolveAll(Hammer.self).last }
            case .property, .keptProperty:
                let property = Dependency<Hammer>(container: container)
                return { property.wrappedValue }
            case .optionalProperty:
                let property = OptionalDependency<Hammer>(container: container)
                return { property.wrappedValue }
            case .lazy: return { Lazy<Hammer>(container: container).get() }
            case .child:
                let child = DependencyContainer(parent: container)
                return { child.resolve(Hammer.self) }
            case .childsOwn, .childsDecorated:
                let child = DependencyContainer(parent: container)
                return { child.resolve(Hammer.self) }
            case .observed:
                return {
                    let observation = container.observe { _ in }
                    defer { observation.cancel() }
                    return container.resolve(Hammer.self)
                }
            case .inventory:
                return {
                    precondition(container.registrations.allSatisfy { !$0.description.isEmpty })
                    return nil
                }
            case .fork: return { container.fork().resolve(Hammer.self) }
            }
        }
    }
}

/// Tells that it is gone, for as long as its memory is not used again.
///
/// The optimiser sets no property of an object that goes, hence the pointer, to memory that is never freed. Sendable because
/// nobody reads there while it is written, unless there is a mistake.
private final class Hammer: @unchecked Sendable {
    private let mark = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

    init() { mark.initialize(to: true) }

    var isThere: Bool { mark.pointee }

    deinit { mark.pointee = false }
}

extension DependencyKeys {
    fileprivate var interrupted: DependencyKey<Hammer> { .required() }
}
