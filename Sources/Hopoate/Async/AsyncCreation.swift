// Creators that are asynchronous: one task makes an instance, and whoever asks meanwhile awaits it.

/// A creation by an asynchronous creator.
class AnyAsyncCreation: @unchecked Sendable {
    final let registrationNumber: UInt64
    /// The resolutions that have led to it, the outermost first.
    final let path: [DependencyError.Step]
    /// The creation that this one was asked for by.
    fileprivate final let outer: AnyAsyncCreation?
    fileprivate final let hasEnded = Protected(false)

    fileprivate static let taskLocal = TaskLocal<AnyAsyncCreation?>(wrappedValue: nil)

    fileprivate init(_ registration: AnyServiceRegistration, _ lookup: Lookup) {
        outer = AnyAsyncCreation.current
        registrationNumber = registration.number
        path = ResolvingThread.current.pointee.path + [lookup.step]
    }

    /// The creation whose creator the current task runs, or runs a part of. A task that outlives it has none.
    static var current: AnyAsyncCreation? {
        guard let creation = taskLocal.get(), !creation.hasEnded.withLock({ $0 }) else { return nil }
        return creation
    }
}

final class AsyncCreation<Service>: AnyAsyncCreation, @unchecked Sendable {
    typealias Creator = @Sendable @isolated(any) () async throws -> sending Service
    typealias Outcome = Result<UncheckedSendable<Service>, ResolutionFailure>

    private let registration: ServiceRegistration<Service>
    private let create: Creator
    private let container: DependencyContainer
    private let lookup: Lookup
    private let observed: ObservedResolution?
    private let task = Protected<Task<Outcome, Never>?>(nil)

    fileprivate init(
        _ registration: ServiceRegistration<Service>,
        _ create: @escaping Creator,
        _ container: DependencyContainer,
        _ lookup: Lookup,
        _ observed: ObservedResolution?
    ) {
        self.registration = registration
        self.create = create
        self.container = container
        self.lookup = lookup
        self.observed = observed
        super.init(registration, lookup)
    }

    /// Begins the creation in a task of its own, if it has not begun.
    @discardableResult
    fileprivate func begin(keeping retention: Lifetime.Retention) -> Task<Outcome, Never> {
        task.withLock { task in
            if let task { return task }
            let begun = Task { await self.run(keeping: retention) }
            task = begun
            return begun
        }
    }

    /// Runs the creator, in the current task.
    fileprivate func run(
        keeping retention: Lifetime.Retention,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        var keeping = Keeping()
        keeping.isWeak = retention == .weakly
        keeping.generation = registration.lifetime.scope?.generation ?? 0
        defer { hasEnded.withLock { $0 = true } }
        observed?.notify(.creationBegan, depth: path.count - 1)
        do {
            let instance = try await DependencyContainer.withShared(container) {
                try await AnyAsyncCreation.taskLocal.withValue(self) { UncheckedSendable(try await create()) }
            }
            if retention != .nobody {
                try registration.endCreation(with: instance.value, in: container.table, &keeping, lookup)
            }
            observed?.notify(.creationEnded, depth: path.count - 1)
            return .success(instance)
        } catch {
            if retention != .nobody { registration.abandonCreation() }
            observed?.notify(.creationFailed, depth: path.count - 1)
            return .failure(failure(of: error))
        }
    }

    private func failure(of error: any Error) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        if let error = error as? DependencyError, error.begins(with: path) { return .failed(error) }
        return .failed(.creatorFailed(error, path: path))
    }
}

/// A value that goes where its service goes: to whoever resolves it.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension ServiceRegistration {
    /// Runs the asynchronous creator, or awaits the creation that is under way. Nil when the registration has been removed.
    func createAsynchronously(
        in table: StackTable,
        _ lookup: Lookup,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(ResolutionFailure) -> KeptInstance<Service>? {
        let retention = lifetime.retention
        guard let creation = asyncCreation(in: table, lookup) else { return nil }
        let outcome: AsyncCreation<Service>.Outcome
        if retention == .nobody {
            try creation.refuseCycleOfUnkept(lookup.step)
            outcome = await creation.run(keeping: .nobody)
        } else {
            let task = creation.begin(keeping: retention)
            let wait = try AsyncWait(for: creation, lookup.step)
            defer { wait?.end() }
            outcome = await task.value
        }
        return KeptInstance(try outcome.get().value)
    }

    /// Begins the creation of what is kept, without anybody awaiting it.
    func createAsynchronouslyAhead(in table: StackTable) {
        asyncCreation(in: table, Lookup(key: key, place: place))?.begin(keeping: lifetime.retention)
    }

    private func asyncCreation(in table: StackTable, _ lookup: Lookup) -> AsyncCreation<Service>? {
        guard let container = table.container else { return nil }
        shard.lock()
        guard stack != nil, let details = serviceDetails, case .asynchronously(let create) = details.making else {
            shard.unlock()
            return nil
        }
        let underWay = details.asyncCreation
        let observed = shard.observed(Unmanaged.passUnretained(self), lookup.place)
        shard.unlock()
        if let underWay { return unsafeDowncast(underWay, to: AsyncCreation<Service>.self) }

        let creation = AsyncCreation(self, create, container, lookup, observed)
        if lifetime.retention == .nobody { return creation }
        shard.lock()
        let faster = details.asyncCreation
        if faster == nil, stack != nil { details.asyncCreation = creation }
        shard.unlock()
        return faster.map { unsafeDowncast($0, to: AsyncCreation<Service>.self) } ?? creation
    }
}

/// That one creation awaits another, so that a circle of them is found out.
private struct AsyncWait {
    private struct Edge {
        let number: UInt64
        let waiting: AnyAsyncCreation
        let awaited: AnyAsyncCreation
        let step: DependencyError.Step
    }

    private static let edges = Protected<[Edge]>([])

    private let number = Numbers.next()

    /// Nil when it is no creation that waits.
    ///
    /// - Throws: The way round, when the creation that is to be awaited awaits, over others maybe, the one that asks.
    init?(for awaited: AnyAsyncCreation, _ step: DependencyError.Step) throws(ResolutionFailure) {
        guard let waiting = AnyAsyncCreation.current else { return nil }
        let edge = Edge(number: number, waiting: waiting, awaited: awaited, step: step)
        let wayRound = AsyncWait.edges.withLock { edges -> [DependencyError.Step]? in
            if let way = AsyncWait.way(from: awaited, to: waiting, edges) { return way }
            edges.append(edge)
            return nil
        }
        guard let wayRound else { return }
        throw .failed(.cycle(AsyncWait.firstRound(of: waiting.path, [step] + wayRound)))
    }

    func end() {
        let before = AsyncWait.edges.withLock { edges in
            let before = edges
            edges.removeAll { $0.number == number }
            return before
        }
        withExtendedLifetime(before) {}
    }

    private static func way(
        from creation: AnyAsyncCreation,
        to goal: AnyAsyncCreation,
        _ edges: [Edge]
    ) -> [DependencyError.Step]? {
        if creation === goal { return [] }
        for edge in edges where edge.waiting === creation {
            if let rest = way(from: edge.awaited, to: goal, edges) { return [edge.step] + rest }
        }
        return nil
    }

    /// The way up to where it comes to a service for the second time.
    private static func firstRound(
        of path: [DependencyError.Step],
        _ further: [DependencyError.Step]
    ) -> [DependencyError.Step] {
        var path = path
        for step in further {
            let isRound = path.contains { $0.isOfSameService(as: step) }
            path.append(step)
            if isRound { break }
        }
        return path
    }
}

extension AnyAsyncCreation {
    /// A creation that nobody else awaits can only be in its own way.
    fileprivate func refuseCycleOfUnkept(_ step: DependencyError.Step) throws(ResolutionFailure) {
        var next = outer
        while let creation = next {
            if creation.registrationNumber == registrationNumber { throw .failed(.cycle(path)) }
            next = creation.outer
        }
    }
}
