/// Creates the instances of a registration, without knowing the service's type. It never changes, and forks share it.
final class Recipe: Sendable {
    /// Creates an instance from the decorated one, from an argument, or from nothing.
    typealias Create = (_ input: AnyBox?) throws -> AnyBox

    /// Creates an instance, and may await something for it.
    typealias AsyncCreate = @Sendable () async throws -> AnyBox

    /// The actor that the creator has to run on, if any.
    let actor: (any Actor)?
    /// Whether it may run outside of the actor, except in a trial. True for 1.x's creators.
    let runsElsewhere: Bool
    /// The parameters of an initializer. Nil if only the creator knows its look-ups.
    let dependencies: [DeclaredDependency]?
    /// The user vouches that the creator may go wherever its registration goes.
    private let uncheckedCreate: UncheckedSendable<Create?>
    /// Replaces `create` if the creator is asynchronous.
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
        // Looked up once: to look a generic type up costs as much as a hit (`Benchmarks`, row 'transient').
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

    /// The recipe of a creator in 1.x's form.
    convenience init<Service>(creator: @escaping @isolated(any) () throws -> Service, isEager: Bool) {
        self.init(plainCreator: unchecked(creator), actor: isEager ? creator.isolation : nil, runsElsewhere: true)
    }

    convenience init<Service>(decorator: @escaping @Sendable @isolated(any) (Service) throws -> Service) {
        let (decorate, actor) = (unchecked(decorator), decorator.isolation)
        self.init(actor: actor) { Box(try decorate($0!.service(as: Service.self))) }
    }

    /// Whether it cannot run here: it is asynchronous, or needs another actor than the current one.
    var hasToBeAwaited: Bool {
        isAsynchronous || !runsElsewhere && actor.map { !ThreadState.current.isIsolated(to: $0) } == true
    }

    /// Whether a look-up can run it without `Action.check`.
    var mayRunAnywhere: Bool { actor == nil && !isAsynchronous }

    var create: Create? { uncheckedCreate.value }

    var isAsynchronous: Bool { asyncCreate != nil }
}
