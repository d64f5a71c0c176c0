/// Services that are created from older ones, and what tasks and threads do with them at once.
struct EndingProgram {
    /// The subject of the program. Each has few kinds of actions, or each would meet another too seldom.
    enum Subject: CaseIterable { case endings, creators, scopes, children, tokens, everything }

    struct Action {
        enum Kind: CaseIterable {
            case resolve, register, registerAll, end, endScope, reset, remove, withChild
        }

        var kind: Kind
        var service = 0
        /// 1 is a child of 0, and each `withChild` adds another one.
        var container = 0
        /// Whether a task calls the asynchronous function.
        var awaits = true
        /// Whether the token is that of the service's decorator.
        var isOfDecorator = false
    }

    struct Service {
        let (isAsynchronous, isDecorated, isCleanedUpLater): (Bool, Bool, Bool)
        let lifetime: TestedLifetime
        let container: Int
        /// Older services.
        let uses: [Int]
        let actions: (ofCreator: Action?, ofCleanUp: Action?)
    }

    let subject: Subject
    private(set) var services: [Service] = []
    private(set) var runners: [(isThread: Bool, actions: [Action])] = []

    init(using generator: inout SeededGenerator) {
        let subject = Subject.allCases.randomElement(using: &generator)!
        self.subject = subject
        let (lifetimes, kinds): ([TestedLifetime], [Action.Kind]) =
            switch subject {
            case .endings: ([.cached, .eager], [.end, .end])
            case .creators: ([.cached, .eager], [.end, .end, .reset])
            case .scopes: ([.scoped(0), .scoped(0), .scoped(1)], [.endScope, .endScope, .end])
            case .children: ([.perContainer, .perContainer, .cached], [.withChild, .withChild, .end])
            case .tokens: ([.cached, .eager], [.remove, .remove, .reset, .end])
            case .everything: ([.eager, .cached, .perContainer, .scoped(0), .scoped(1)], Action.Kind.allCases)
            }
        let count = Int.random(in: 3...6, using: &generator)
        func isInChild() -> Bool { generator.once(in: subject == .children ? 2 : 4) }
        func action(_ kinds: [Action.Kind]) -> Action {
            Action(
                kind: generator.once(in: 2) ? .resolve : kinds.randomElement(using: &generator)!,
                service: Int.random(in: 0..<count, using: &generator),
                container: isInChild() ? 1 : 0,
                awaits: !generator.once(in: 3),
                isOfDecorator: generator.once(in: 3)
            )
        }
        let callbacks = kinds.filter { [.end, .endScope, .reset, .remove].contains($0) }
        func callback() -> Action? { subject == .endings || !generator.once(in: 3) ? nil : action(callbacks) }
        for number in 0..<count {
            let service = Service(
                isAsynchronous: generator.once(in: 2),
                isDecorated: generator.once(in: 4),
                isCleanedUpLater: generator.once(in: 2),
                lifetime: lifetimes.randomElement(using: &generator)!,
                container: isInChild() ? 1 : 0,
                uses: (0..<number).filter { _ in generator.once(in: 2) },
                actions: (callback(), callback())
            )
            services.append(service)
        }
        for _ in 0..<Int.random(in: 3...4, using: &generator) {
            let count = Int.random(in: 3...6, using: &generator)
            runners.append((generator.once(in: 3), (0..<count).map { _ in action(kinds + [.register, .registerAll]) }))
        }
    }
}

extension SeededGenerator {
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
