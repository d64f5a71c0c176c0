// Creators that are asynchronous: one task makes an instance, and whoever asks meanwhile awaits it.

/// A creation by an asynchronous creator.
class AnyAsyncCreation {
    fileprivate final let mark: AsyncCreationMark

    fileprivate init(_ mark: AsyncCreationMark) { self.mark = mark }
}

/// What the tasks of a creation know of it.
///
/// It holds neither the instance nor the container, as a task that the creator starts may outlive the creation.
final class AsyncCreationMark: Sendable {
    /// The resolutions that have led to the creation, the outermost first.
    let path: [DependencyError.Step]
    /// Tells creations apart.
    let number = Numbers.next()
    private let registrationNumber: UInt64
    private let tableNumber: UInt64
    private let keepsInstance: Bool
    /// The creation that this one was asked for by.
    let outer: AsyncCreationMark?
    private let hasEnded = Protected(false)

    fileprivate static let taskLocal = TaskLocal<AsyncCreationMark?>(wrappedValue: nil)

    fileprivate init(_ registration: AnyServiceRegistration, _ lookup: Lookup) {
        outer = AsyncCreationMark.current
        registrationNumber = registration.number
        tableNumber = registration.tableNumber
        keepsInstance = registration.lifetime.retention == .registration
        path = ResolvingThread.current.pointee.path + [lookup.step]
    }

    /// The creation whose creator the current task runs, or runs a part of. A task that outlives it has none.
    static var current: AsyncCreationMark? {
        guard let mark = taskLocal.get(), !mark.hasEnded.withLock({ $0 }) else { return nil }
        return mark
    }

    fileprivate func end() { hasEnded.withLock { $0 = true } }

    /// A creation that nobody else awaits can only be in its own way.
    fileprivate func refuseCycleOfUnkept() throws(ResolutionFailure) {
        if outer?.isWithin(registrationNumber) == true { throw .failed(.cycle(path)) }
    }

    /// Whether the creator, or one that has led to it, makes what a table is going to keep.
    func isMakingWhatIsKept(by table: StackTable) -> Bool {
        keepsInstance && tableNumber == table.number || outer?.isMakingWhatIsKept(by: table) == true
    }

    /// Whether the creator of a registration has asked for this creation, over others maybe, or is what runs in it.
    fileprivate func isWithin(_ registrationNumber: UInt64) -> Bool {
        sequence(first: self, next: \.outer).contains { $0.registrationNumber == registrationNumber }
    }
}

extension DependencyError {
    /// That a service has to be awaited, unless who asks for it is what creates it.
    static func needsAwait(_ registration: AnyServiceRegistration, _ lookup: Lookup) -> DependencyError {
        guard AsyncCreationMark.current?.isWithin(registration.number) == true else {
            return .unusable(.needsAwait, registration, lookup)
        }
        return .cycle(ResolvingThread.current.pointee.path + [lookup.step])
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
        super.init(AsyncCreationMark(registration, lookup))
    }

    /// Begins the creation in a task of its own, if it has not begun.
    @discardableResult
    fileprivate func begin() -> Task<Outcome, Never> {
        task.withLock { task in
            if let task { return task }
            let begun = Task { await self.run() }
            task = begun
            return begun
        }
    }

    /// Runs the creator, in the current task.
    fileprivate func run(isolation: isolated (any Actor)? = #isolation) async -> Outcome {
        let retention = registration.lifetime.retention
        var keeping = Keeping()
        keeping.isWeak = retention == .weakly
        keeping.generation = registration.lifetime.scope?.generation ?? 0
        defer { mark.end() }
        observed?.notify(.creationBegan, mark)
        do {
            let instance = try await DependencyContainer.withShared(container) {
                try await AsyncCreationMark.taskLocal.withValue(mark) { UncheckedSendable(try await create()) }
            }
            if retention != .nobody {
                try registration.endCreation(with: instance.value, in: container.table, &keeping, lookup)
            }
            observed?.notify(.creationEnded, mark)
            return .success(instance)
        } catch {
            if retention != .nobody { registration.abandonCreation() }
            observed?.notify(.creationFailed, mark)
            return .failure(failure(of: error))
        }
    }

    private func failure(of error: any Error) -> ResolutionFailure {
        if let failure = error as? ResolutionFailure { return failure }
        if let error = error as? DependencyError, error.begins(with: mark.path) { return .failed(error) }
        return .failed(.creatorFailed(error, path: mark.path))
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
        let isShared = lifetime.retention != .nobody
        guard let creation = asyncCreation(in: table, lookup) else { return nil }
        if !isShared { try creation.mark.refuseCycleOfUnkept() }
        let task = isShared ? creation.begin() : nil
        let wait = try AsyncWait(for: creation.mark, lookup.step)
        defer { wait?.end() }
        let outcome = if let task { await task.value } else { await creation.run() }
        do throws(ResolutionFailure) {
            return KeptInstance(try outcome.get().value)
        } catch .failed(let error) {
            throw .failed(creation.mark.retell(error, lookup.step))
        } catch {
            throw error
        }
    }

    /// Begins the creation of what is kept, without anybody awaiting it.
    func createAsynchronouslyAhead(in table: StackTable) {
        asyncCreation(in: table, Lookup(key: key, place: place))?.begin()
    }

    /// The creation that is under way, or a new one. Nil when there is nothing to create.
    private func asyncCreation(in table: StackTable, _ lookup: Lookup) -> AsyncCreation<Service>? {
        guard let container = table.container else { return nil }
        shard.lock()
        guard needsAsyncCreation, let details = serviceDetails, case .asynchronously(let create) = details.making
        else {
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
        let isNeeded = needsAsyncCreation
        let faster = details.asyncCreation
        if isNeeded, faster == nil { details.asyncCreation = creation }
        shard.unlock()
        if !isNeeded { return nil }
        return faster.map { unsafeDowncast($0, to: AsyncCreation<Service>.self) } ?? creation
    }

    /// Whether nobody has removed the registration or kept an instance since a resolution found that it keeps none, and
    /// took out one that had expired. To be called under the lock of the shard.
    private var needsAsyncCreation: Bool { stack != nil && keptInstance == nil && details?.weakInstance == nil }
}

/// That one creation awaits another, so that a circle of them is found out.
private struct AsyncWait {
    private struct Edge {
        let number: UInt64
        let waiting: AsyncCreationMark
        let awaited: AsyncCreationMark
        let step: DependencyError.Step
    }

    private static let edges = Protected<[Edge]>([])

    private let number = Numbers.next()

    /// Nil when it is no creation that waits.
    ///
    /// - Throws: The way round, when the creation that is to be awaited awaits, over others maybe, the one that asks.
    init?(for awaited: AsyncCreationMark, _ step: DependencyError.Step) throws(ResolutionFailure) {
        guard let waiting = AsyncCreationMark.current else { return nil }
        let edge = Edge(number: number, waiting: waiting, awaited: awaited, step: step)
        let wayRound = AsyncWait.edges.withLock { edges -> [DependencyError.Step]? in
            if let way = AsyncWait.way(from: awaited, to: waiting, edges) { return way }
            edges.append(edge)
            return nil
        }
        guard let wayRound else { return }
        throw .failed(.cycle(waiting.path.firstRound([step] + wayRound)))
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
        from start: AsyncCreationMark,
        to goal: AsyncCreationMark,
        _ edges: [Edge]
    ) -> [DependencyError.Step]? {
        var seen: Set = [ObjectIdentifier(start)]
        var ways: [(end: AsyncCreationMark, steps: [DependencyError.Step])] = [(start, [])]
        while let way = ways.popLast() {
            if way.end === goal { return way.steps }
            for edge in edges where edge.waiting === way.end && seen.insert(ObjectIdentifier(edge.awaited)).inserted {
                ways.append((edge.awaited, way.steps + [edge.step]))
            }
        }
        return nil
    }
}

extension AsyncCreationMark {
    /// A cycle that was found out in the creation, as it is for who has asked for that at a step: its path begins there.
    fileprivate func retell(_ error: DependencyError, _ step: DependencyError.Step) -> DependencyError {
        guard case .cycle = error.reason, error.begins(with: path), let last = error.path.last else { return error }
        let round = error.path.drop { !$0.isOfSameService(as: last) }.dropFirst()
        let wayHere = ResolvingThread.current.pointee.path + [step]
        return .cycle(wayHere.firstRound(error.path.dropFirst(path.count) + round))
    }
}

extension [DependencyError.Step] {
    /// The way up to where, further on, it comes to a service for the second time.
    fileprivate func firstRound(_ further: some Sequence<DependencyError.Step>) -> [DependencyError.Step] {
        var path = self
        for step in further {
            let isRound = path.contains { $0.isOfSameService(as: step) }
            path.append(step)
            if isRound { break }
        }
        return path
    }
}
