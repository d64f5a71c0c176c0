/// An instance that its registration has released, and the functions that clean it up, in this order.
///
/// Never changes.
final class ReleasedInstance: Sendable {
    let box: AnyBox
    let functions: [OnRemove]
    let registration: AnyServiceRegistration
    /// Has the services that asynchronous functions look up. Nil if there are none, or the container was released.
    private let container: DependencyContainer?
    /// What a decoration was created from, as its release may run user code, too.
    private let source: AnyBox?

    /// Call it under the lock of the registration's shard.
    init(_ box: AnyBox, _ source: AnyBox?, of registration: AnyServiceRegistration, in owner: StackTable?) {
        (self.box, self.source, self.registration) = (box, source, registration)
        functions = registration.onRemove
        container = functions.contains(where: \.isAsynchronous) ? owner?.container : nil
    }

    private init(_ released: ReleasedInstance, after count: Int) {
        (box, source, registration) = (released.box, released.source, released.registration)
        (functions, container) = (Array(released.functions[count...]), released.container)
    }

    /// Runs the functions up to the first asynchronous one.
    ///
    /// - Returns: The instance with the other functions, if there are some.
    @inline(never)
    func cleanUpAtOnce() -> ReleasedInstance? {
        var count = 0
        while count < functions.count, case .synchronous(let function) = functions[count] {
            function.value(box)
            count += 1
        }
        return count == functions.count ? nil : ReleasedInstance(self, after: count)
    }

    /// Runs functions in a task of their own, one after the other. The containers list the task, and live until it has ended, as
    /// the functions may look up services.
    @inline(never)
    static func cleanUp(_ later: [ReleasedInstance]) {
        if later.isEmpty { return }
        let cleanUp = Activity()
        var containers: [DependencyContainer] = []
        for container in later.compactMap(\.container) where container !== containers.last {
            containers.append(container)
            container.table.withState { $0.cleanUps.append(cleanUp) }
        }
        // Each is released before the next one is cleaned up, and the containers before those that await the clean-ups go on.
        let left = Protected((instances: Array(later.reversed()), containers: containers))
        TaskActivity(cleanUp).start {
            while let released = left.withLock({ $0.instances.popLast() }) {
                await OnRemove.run(released.functions, released.box, isolation: nil)
            }
            while let container = left.withLock({ $0.containers.popLast() }) {
                container.table.withState { $0.cleanUps.removeAll { $0 === cleanUp } }
            }
        }
    }
}

/// A function that cleans up a released instance.
enum OnRemove: Sendable {
    case synchronous(UncheckedSendable<(AnyBox) -> Void>)
    case asynchronous(@Sendable (AnyBox) async -> Void)

    init(_ cleanUp: UncheckedSendable<(AnyBox) -> Void>, on actor: (any Actor)?) {
        let function = OnRemove.synchronous(cleanUp)
        self = if let actor { .asynchronous { await OnRemove.run([function], $0, isolation: actor) } } else { function }
    }

    var isAsynchronous: Bool { if case .asynchronous = self { true } else { false } }

    /// Runs functions in their order: the synchronous ones on the actor, and awaits the others.
    @inline(never)
    static func run(_ functions: [OnRemove], _ box: AnyBox, isolation: isolated (any Actor)?) async {
        for function in functions {
            switch function {
            case .synchronous(let cleanUp): cleanUp.value(box)
            case .asynchronous(let cleanUp): await cleanUp(box)
            }
        }
    }
}
