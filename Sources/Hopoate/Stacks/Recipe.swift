/// How a registration makes its service, without the service's type. It never changes, and forks share it.
///
/// Sendable because it never changes: its creator goes wherever its registration goes, which the user vouches for.
class AnyRecipe: @unchecked Sendable {
    enum Kind {
        case instance, creator, decorator, asynchronous, takingArgument
    }

    final let kind: Kind
    /// The actor that the creator belongs to, and may not run outside of.
    final let actor: (any Actor)?
    /// Whether it needs neither an actor nor to be awaited.
    final let runsAnywhere: Bool
    /// The parameters of an initializer. Nil where only the creator knows what it looks up.
    final let dependencies: [DeclaredDependency]?
    /// Whether something is called with instances that the registration lets go of.
    final let cleansUp: Bool

    fileprivate init(_ kind: Kind, _ actor: (any Actor)?, _ dependencies: [DeclaredDependency]?, cleansUp: Bool) {
        self.kind = kind
        self.actor = actor
        runsAnywhere = actor == nil && kind != .asynchronous
        self.dependencies = dependencies
        self.cleansUp = cleansUp
    }

    /// Runs the creator, or a decorator with what is below it.
    func make(from below: AnyKept?) throws -> AnyKept { fatalError("Every recipe is a Recipe, which overrides this.") }

    /// Runs an asynchronous creator.
    func makeAsynchronously() async throws -> AnyKept { fatalError("Every recipe is a Recipe, which overrides this.") }

    /// Runs `onRemove` with an instance that its registration has let go of.
    func cleanUp(_ kept: AnyKept) {}
}

/// How a registration makes its service.
final class Recipe<Service>: AnyRecipe, @unchecked Sendable {
    typealias AsyncCreator = @Sendable @isolated(any) () async throws -> sending Service

    enum Making {
        case instance
        case creator(() throws -> Service)
        case decorator((Service) throws -> Service)
        case asynchronous(AsyncCreator)
        /// By an `ArgumentCreator`.
        case takingArgument(AnyObject)

        fileprivate var kind: Kind {
            switch self {
            case .instance: .instance
            case .creator: .creator
            case .decorator: .decorator
            case .asynchronous: .asynchronous
            case .takingArgument: .takingArgument
            }
        }
    }

    let making: Making
    /// Known, as looking a generic type up costs as much as a hit (`Benchmarks`, row 'transient').
    private let instances = Kept<Service>.self
    let onRemove: (@Sendable (Service) -> Void)?

    init(
        _ making: Making,
        actor: (any Actor)? = nil,
        dependencies: [DeclaredDependency]? = nil,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) {
        self.making = making
        self.onRemove = onRemove
        super.init(making.kind, actor, dependencies, cleansUp: onRemove != nil)
    }

    override func make(from below: AnyKept?) throws -> AnyKept {
        if case .creator(let create) = making { return instances.init(try create()) }
        return try decorate(below)
    }

    private func decorate(_ below: AnyKept?) throws -> AnyKept {
        guard case .decorator(let decorate) = making, let below else {
            fatalError("Only creators, and decorators of something, are run like this.")
        }
        return Kept(try decorate(below.service(as: Service.self)), source: below.identity)
    }

    override func makeAsynchronously() async throws -> AnyKept {
        guard case .asynchronous(let create) = making else { return try make(from: nil) }
        return Kept(try await create())
    }

    override func cleanUp(_ kept: AnyKept) { onRemove?(kept.service(as: Service.self)) }
}
