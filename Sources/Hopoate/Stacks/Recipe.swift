/// Creates the instances of a registration, without knowing the service's type. It never changes, and forks share it.
final class Recipe: Sendable {
    /// Creates an instance from the decorated one, from an argument, or from nothing. If it is lent, there is no box of it.
    typealias Create = (_ input: AnyBox?, _ isLent: Bool, _ borrow: (BorrowedInstance) -> Void) throws -> AnyBox?

    /// In a structure, as a generic type would hold the closure in another form: each call would allocate.
    private struct Creator { let create: Create }

    /// Creates an instance, and may await something for it.
    typealias AsyncCreate = @Sendable () async throws -> AnyBox

    /// The actor that the creator has to run on, if any.
    let actor: (any Actor)?
    /// Whether it may run outside of the actor, in a look-up that does not await. True for 1.x's creators.
    let runsElsewhere: Bool
    /// The parameters of an initializer. Nil if only the creator knows its look-ups.
    let dependencies: [DeclaredDependency]?
    /// The user vouches that the creator may go wherever its registration goes.
    private let uncheckedCreator: UncheckedSendable<Creator?>
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
        (uncheckedCreator, self.asyncCreate) = (UncheckedSendable(create.map { Creator(create: $0) }), asyncCreate)
    }

    convenience init<Service>(
        plainCreator create: @escaping () throws -> Service,
        actor: (any Actor)? = nil,
        runsElsewhere: Bool = false,
        dependencies: [DeclaredDependency]? = nil
    ) {
        // Looked up once: to look a generic type up costs as much as a hit (`Benchmarks`, row 'transient').
        let instances = Box<Service>.self
        self.init(actor: actor, runsElsewhere: runsElsewhere, dependencies: dependencies) { _, isLent, borrow in
            if !isLent { return instances.init(try create()) }
            var service = try create()
            BorrowedInstance.lend(&service, to: borrow)
            return nil
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
        self.init(actor: actor) { input, _, _ in Box(try decorate(input!.service(as: Service.self))) }
    }

    /// Whether it cannot run here: it is asynchronous, or needs another actor than the current one.
    var hasToBeAwaited: Bool {
        isAsynchronous || !runsElsewhere && actor.map { !ThreadState.current.isIsolated(to: $0) } == true
    }

    /// Whether a look-up can run it without `Action.check`.
    var mayRunAnywhere: Bool { actor == nil && !isAsynchronous }

    /// Creates an instance in a box.
    func create(from input: AnyBox?) throws -> AnyBox { try uncheckedCreator.value!.create(input, false) { _ in }! }

    /// Creates an instance from nothing, and lends it. Only for recipes of creators.
    @inline(__always)
    func create(lendingTo borrow: (BorrowedInstance) -> Void) throws -> AnyBox? {
        try uncheckedCreator.value!.create(nil, true, borrow)
    }

    var isAsynchronous: Bool { asyncCreate != nil }
}
