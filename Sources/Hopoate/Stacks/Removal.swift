/// Something that a call removes from a container or scope. One call removes the one with the largest `turn` first.
struct Removal: Sendable {
    let registration: AnyServiceRegistration
    /// The instance to release, or its creation in progress. Nil if the registration is removed, with all instances.
    private let slot: Slot?
    private let turn: UInt64
    /// The call, if errors name it.
    private let cause: RemovalCause?

    init(of registration: AnyServiceRegistration, turn: UInt64, by cause: RemovalCause? = nil) {
        (self.registration, slot, self.turn, self.cause) = (registration, nil, turn, cause)
    }

    init(of slot: Slot, turn: UInt64) {
        (registration, self.slot, self.turn, cause) = (slot.registration, slot, turn, nil)
    }

    /// The creations in progress whose instances it releases. Under the lock of the shard.
    @inline(never)
    private var creations: [Activity] {
        guard let stack = registration.stack else { return [] }
        let slots = slot.map { stack.layers(of: $0) } ?? stack.ownedSlots(of: registration)
        return slots.compactMap(\.creation)
    }

    /// Removes it, unless a creation is in progress that the call has to await.
    ///
    /// - Returns: What to release, or that creation.
    @inline(never)
    private func perform(isAwaiting: Bool = false) -> (removed: Discarded, creation: Activity?) {
        var removed = Discarded()
        let creation = registration.shard.withLock { _ -> Activity? in
            if isAwaiting, let creation = creations.first { return creation }
            if let slot {
                slot.release(&removed)
            } else {
                registration.stack?.remove(registration, by: cause, &removed)
            }
            return nil
        }
        return (removed, creation)
    }

    /// The last one of a turn comes first.
    private static func inOrder(_ removals: [Removal]) -> ReversedCollection<[Removal]> {
        removals.ordered(by: \.turn).reversed()
    }

    /// Removes all of them at once, on this thread. Their asynchronous functions run afterwards, in a task that this does not await.
    @inline(never)
    static func run(_ removals: [Removal]) {
        var later: [ReleasedInstance] = []
        for removal in inOrder(removals) {
            var removed = removal.perform().removed
            removed.release(addingTo: &later)
        }
        ReleasedInstance.cleanUp(later)
    }

    /// Removes all of them, and awaits the functions of each before the next one's turn. Runs even if the caller's task is cancelled.
    ///
    /// First cancels and awaits their creations in progress, as these may need what is newer. It does not await what it is a part of.
    ///
    /// - Parameters:
    ///   - cleanUps: The clean-ups in progress to await before.
    ///   - seconds: The time after which it prints what it is waiting for, once. Nil if it prints nothing.
    ///   - isolation: The caller's actor, on which synchronous functions and `deinit`s run.
    ///   - list: Lists the removals, before and after these waits, if there are any.
    static func asyncRun(
        after cleanUps: [Activity] = [],
        printingAfterSeconds seconds: Double? = 10,
        isolation: isolated (any Actor)?,
        _ list: @escaping @Sendable () -> [Removal]
    ) async {
        let watch = EndingWatch()
        let timer = seconds.map { watch.start(seconds: $0) }
        await Task {
            var awaited = cleanUps.map { (activity: $0, registration: AnyServiceRegistration?.none) }
            var removals = list()
            for removal in removals {
                for creation in removal.registration.shard.withLock({ _ in removal.creations }) {
                    Waiting.cancel(creation)
                    awaited.append((creation, removal.registration))
                }
            }
            for (activity, registration) in awaited {
                watch.begin("creation", of: registration)
                _ = await awaitEnd(of: activity)
            }
            if !awaited.isEmpty { removals = list() }
            for removal in inOrder(removals) {
                var (removed, creation) = removal.perform(isAwaiting: true)
                while let begun = creation {
                    Waiting.cancel(begun)
                    watch.begin("creation", of: removal.registration)
                    (removed, creation) = removal.perform(isAwaiting: await awaitEnd(of: begun))
                }
                while let released = removed.nextCleanUp() {
                    watch.begin("clean-up", of: removal.registration)
                    await OnRemove.run(released.functions, released.box, isolation: isolation)
                }
            }
            // The timer, which ends later, does not keep the last registration.
            watch.begin("", of: nil)
        }.value
        timer?.cancel()
    }

    /// Waits for the end of an activity.
    ///
    /// - Returns: False if the caller would wait for itself, and so has not waited.
    private static func awaitEnd(
        of activity: Activity,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        do throws(ResolutionFailure) {
            _ = try await Waiting.await(activity, nil)
            return true
        } catch { return false }
    }
}

/// Prints what an ending has been waiting for, once, if that takes too long.
private final class EndingWatch: Sendable {
    private let step = Protected<(work: String, registration: AnyServiceRegistration, beginning: Double)?>(nil)

    /// Begins the next step. The registration of the last one is released after unlocking.
    @inline(never)
    func begin(_ work: String, of registration: AnyServiceRegistration?) {
        var step = registration.map { (work: work, registration: $0, beginning: SystemClock.secondsNow) }
        self.step.withLock { swap(&$0, &step) }
    }

    func start(seconds: Double) -> Task<Void, Never> {
        // Not for longer than the ending, which it would be if it inherited the shared container.
        Task.detached { [step] in
            while !Task.isCancelled {
                try? await Task.sleep(nanoseconds: UInt64(min(seconds, 1) * 1e9))
                guard let step = step.withLock({ $0 }), step.beginning + seconds <= SystemClock.secondsNow else {
                    continue
                }
                return printToStandardError(
                    "Hopoate is still waiting for the \(step.work) of \(step.registration.nameAndPlace)."
                )
            }
        }
    }
}

extension AnyServiceRegistration {
    @inline(never)
    final var nameAndPlace: String { "\(key.spelling), registered at \(place)" }
}

/// A call that has removed several registrations together, for errors.
final class RemovalCause: Sendable {
    let number = Numbers.next()
    private let place: CodePlace
    /// The module that was removed. Nil if all registrations were.
    private let module: UncheckedSendable<any DependencyModule.Type>?

    init(_ place: CodePlace, _ module: (any DependencyModule.Type)? = nil) {
        (self.place, self.module) = (place, module.map { UncheckedSendable($0) })
    }

    var description: String {
        "at \(place), with \(module.map { "the module \(ServiceKey.fullName(of: $0.value))" } ?? "all others")."
    }
}
