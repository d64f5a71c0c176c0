import Foundation
import Hopoate
import Testing

/// Threads that interrupt a look-up at any instruction do not free its instance.
///
/// A waking thread interrupts a running one. That finds retains that the optimiser of a release build moves out of a
/// lock.
@Suite struct InterruptionTests {
    @Test(arguments: LookUp.allCases)
    private func `an instance that a thread looks up is not freed`(_ lookUp: LookUp) async {
        await #expect(processExitsWith: .success) {
            [lookUp = lookUp as LookUp] in
            let container = DependencyContainer()
            _ = lookUp.register(in: container)
            let look = lookUp.prepare(in: container)
            let (running, waking) = (2, 4)
            #if DEBUG
            let interruptions = 50
            #else
            let interruptions = 1_500
            #endif
            let left = Shared(waking)
            let haveEnded = onThreads(running + waking) { index in
                if index < running {
                    while left.value > 0 { for _ in 0..<100 { precondition(look().isThere) } }
                } else {
                    for _ in 0..<interruptions {
                        let token = lookUp.register(in: container)
                        precondition(look().isThere)
                        container.remove(token)
                        precondition(look().isThere)
                        Thread.sleep(forTimeInterval: 1e-6)
                    }
                    left.change { $0 -= 1 }
                }
            }
            precondition(haveEnded)
        }
    }

    /// A way to register and look up hammers.
    private enum LookUp: String, Codable, CaseIterable {
        case instance, cached, transient, weak, graph, perContainer, argument, contributions, decorated
        case property, cachedProperty, child, childsOwn, observed, fork

        func register(in container: DependencyContainer) -> AnyServiceRegistration {
            switch self {
            case .instance, .cachedProperty, .child, .observed: container.register(Hammer(), for: Hammer.self)
            case .cached, .fork: register(.cached, in: container)
            case .transient, .property: register(.transient, in: container)
            case .weak: register(.weak, in: container)
            case .graph: register(.graph, in: container)
            case .perContainer, .childsOwn: register(.perContainer, in: container)
            case .argument: container.register(Hammer.self, taking: Int.self) { _ in Hammer() }
            case .contributions: container.contribute(to: Hammer.self) { Hammer() }
            case .decorated:
                if container.canResolve(Hammer.self) {
                    container.decorate(Hammer.self) { $0 }
                } else {
                    register(.cached, in: container)
                }
            }
        }

        private func register(_ lifetime: Lifetime, in container: DependencyContainer) -> AnyServiceRegistration {
            container.register(Hammer.self, lifetime: lifetime) { Hammer() }
        }

        func prepare(in container: DependencyContainer) -> @Sendable () -> Hammer {
            switch self {
            case .argument: return { container.resolve(Hammer.self, with: 1) }
            case .contributions: return { container.resolveAll(Hammer.self).last! }
            case .property, .cachedProperty:
                let property = Dependency<Hammer>(container: container)
                return { property.wrappedValue }
            case .child, .childsOwn:
                let child = DependencyContainer(parent: container)
                return { child.resolve(Hammer.self) }
            case .observed:
                return {
                    let observation = container.observe { _ in }
                    defer { observation.cancel() }
                    return container.resolve(Hammer.self)
                }
            case .fork: return { container.fork().resolve(Hammer.self) }
            default: return { container.resolve(Hammer.self) }
            }
        }
    }
}

/// Marks its release, while its memory is not used again.
///
/// The optimiser drops stores to an object in its `deinit`, hence the pointer to memory that is never freed. Sendable
/// because nobody reads it during the write, unless the library is at fault.
private final class Hammer: @unchecked Sendable {
    private let mark = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

    init() { mark.initialize(to: true) }

    var isThere: Bool { mark.pointee }

    deinit { mark.pointee = false }
}
