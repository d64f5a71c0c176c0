/// What a registration has beyond a creator and an instance that it keeps until it is removed. Most have none of it.
///
/// The variables are read and changed under the lock of the registration's shard, like those of the registration.
class RegistrationDetails: @unchecked Sendable {
    /// How the service is made.
    final let kind: Kind
    /// Whether something is called with instances that the registration lets go of.
    final let cleansUp: Bool
    /// The actor that the creator belongs to, and may not run outside of.
    final let isolation: (any Actor)?
    /// Whether `container[\.key] = …` has made the registration, and will replace it.
    final let isFromSetter: Bool

    /// What the creator is known to look up. Nil when nobody has said.
    final let dependencies: [DeclaredDependency]?
    /// Makes the default of the typed key that a decorator is of.
    final let makeDefault: DefaultRegistration?

    /// Tells the instance that is kept now from those before.
    final var stamp: UInt64 = 0
    /// The stamp of what the kept instance was made from, if a decorator made it.
    final var source: UInt64 = 0
    /// When the kept instance expires.
    final var deadline = 0.0
    /// A `WeakInstance` of the service.
    final var weakInstance: AnyWeakInstance?
    /// The creation that runs in a task, if any does.
    final var asyncCreation: AnyAsyncCreation?
    /// The stacks for the values of an argument that have been asked for.
    final var argumentStacks: ArgumentStacks?

    enum Kind {
        case byCreator, decorator, asynchronous, fromArgument
    }

    fileprivate init(
        _ kind: Kind,
        cleansUp: Bool,
        isolation: (any Actor)?,
        isFromSetter: Bool,
        dependencies: [DeclaredDependency]?,
        makeDefault: DefaultRegistration?,
        argumentStacks: ArgumentStacks?
    ) {
        self.kind = kind
        self.cleansUp = cleansUp
        self.isolation = isolation
        self.isFromSetter = isFromSetter
        self.dependencies = dependencies
        self.makeDefault = makeDefault
        self.argumentStacks = argumentStacks
    }
}

/// How a registration makes its service, if not by a creator alone.
enum Making<Service> {
    case byCreator
    case decorating((Service) throws -> Service)
    case asynchronously(@Sendable @isolated(any) () async throws -> sending Service)
    /// By an `ArgumentCreator`.
    case fromArgument(AnyObject)
}

/// The details of a registration of a service.
final class ServiceDetails<Service>: RegistrationDetails, @unchecked Sendable {
    let making: Making<Service>
    /// Called with each instance that the registration has kept, when it lets go of it.
    let onRemove: (@Sendable (Service) -> Void)?

    init(
        _ making: Making<Service> = .byCreator,
        isolation: (any Actor)? = nil,
        isFromSetter: Bool = false,
        dependencies: [DeclaredDependency]? = nil,
        makeDefault: DefaultRegistration? = nil,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) {
        self.making = making
        self.onRemove = onRemove
        let kind: Kind =
            switch making {
            case .byCreator: .byCreator
            case .fromArgument: .fromArgument
            case .decorating: .decorator
            case .asynchronously: .asynchronous
            }
        super.init(
            kind,
            cleansUp: onRemove != nil,
            isolation: isolation,
            isFromSetter: isFromSetter,
            dependencies: dependencies,
            makeDefault: makeDefault,
            argumentStacks: kind == .fromArgument ? ArgumentStacks() : nil
        )
    }

    /// Details if there is anything to tell.
    static func ofCreator(
        isolation: (any Actor)? = nil,
        dependencies: [DeclaredDependency]? = nil,
        onRemove: (@Sendable (Service) -> Void)? = nil
    ) -> RegistrationDetails? {
        if isolation == nil, onRemove == nil, dependencies == nil { return nil }
        return ServiceDetails(isolation: isolation, dependencies: dependencies, onRemove: onRemove)
    }

    /// The same for a registration in another table.
    func copy() -> ServiceDetails {
        ServiceDetails(
            making,
            isolation: isolation,
            isFromSetter: isFromSetter,
            dependencies: dependencies,
            makeDefault: makeDefault,
            onRemove: onRemove
        )
    }
}

/// A creator that takes an argument.
final class ArgumentCreator<Argument, Service> {
    let create: (Argument) throws -> Service

    init(_ create: @escaping (Argument) throws -> Service) {
        self.create = create
    }
}
