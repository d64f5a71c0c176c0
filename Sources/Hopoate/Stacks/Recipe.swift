/// Creates the instances of a registration, without knowing the service's type. It never changes, and forks share it.
final class Recipe: Sendable {
    /// Makes an instance from the one that a decorator decorates, from an argument, or from nothing.
    typealias Create = (_ input: AnyBox?) throws -> AnyBox

    /// Makes an instance, and awaits something for it.
    typealias AsyncCreate = @Sendable () async throws -> AnyBox

    /// The actor that the creator belongs to, and may not run outside of.
    let actor: (any Actor)?
    /// Whether it runs outside of the actor all the same, as 1.x's creators do, but not in a trial.
    let runsElsewhere: Bool
    /// The parameters of an initializer. Nil where only the creator knows its look-ups.
    let dependencies: [DeclaredDependency]?
    /// A creator goes wherever its registration goes, which the user vouches for.
    private let uncheckedCreate: UncheckedSendable<Create?>
    /// Takes the place of `create`.
    let asyncCreate: AsyncCreate?

    init(
        asyncCreate: AsyncCreate? = nil,
        actor: (any Actor)? = nil,
        runsElsewhere: Bool = false,
        dependencies: [DeclaredDependency]? = nil,
        create: Create? = nil
    ) {
        self.actor = actor
        self.runsElsewhere = runsElsewhere
        self.dependencies = dependencies
        (uncheckedCreate, self.asyncCreate) = (UncheckedSendable(create), asyncCreate)
    }

    convenience init<Service>(
        plainCreator create: @escaping () throws -> Service,
        actor: (any Actor)? = nil,
        runsElsewhere: Bool = false,
        dependencies: [DeclaredDependency]? = nil
    ) {
        // Known, as looking a generic type up costs as much as a hit (`Benchmarks`, row 'transient').
        let instances = Box<Service>.self
        self.init(actor: actor, runsElsewhere: runsElsewhere, dependencies: dependencies) { _ in
            instances.init(try create())
        }
    }

    convenience init<Service>(
        creator: @escaping @Sendable @isolated(any) () throws -> Service,
        dependencies: [DeclaredDependency]? = nil
    ) {
        let create = unchecked(creator)
        self.init(plainCreator: create, actor: creator.isolation, dependencies: dependencies)
    }

    /// A recipe of 1.x's form.
    convenience init<Service>(creator: @escaping @isolated(any) () throws -> Service, isEager: Bool) {
        self.init(plainCreator: unchecked(creator), actor: isEager ? creator.isolation : nil, runsElsewhere: true)
    }

    convenience init<Service>(decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service) {
        let (decorate, actor) = (unchecked(decorator), decorator.isolation)
        self.init(actor: actor) { Box(try decorate($0!.service(as: Service.self))) }
    }

    /// Whether it cannot run here: it is asynchronous, or its actor is not the one of the calling code.
    var hasToBeAwaited: Bool {
        isAsynchronous || !runsElsewhere && actor.map { !ThreadState.current.isIsolated(to: $0) } == true
    }

    /// Whether nothing has to be found out before it runs.
    var mayRunAnywhere: Bool { actor == nil && !isAsynchronous }

    var create: Create? { uncheckedCreate.value }

    var isAsynchronous: Bool { asyncCreate != nil }
}
