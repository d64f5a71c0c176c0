import Hopoate

/// Services with decorators in a container and its child, and random actions of threads.
struct LifetimeProgram {
    struct Service {
        let lifetime: TestedLifetime
        let takesArgument: Bool
        let isOfChild: Bool
        /// The name of what its creator resolves.
        let needed: String?
    }

    /// A registration of a service, or of its decorator.
    struct Layer {
        let service: Int
        let isDecorator: Bool
        let isOfChild: Bool
    }

    /// The changes that threads make besides resolving.
    enum Change: CaseIterable {
        /// Resets a registration, or removes and registers it again.
        case reset, replace
        /// Resets a container, or releases the child while other threads use its tokens, and registers everything again.
        case resetChild, releaseChild, resetContainer
        case resetScope
        /// Begins or ends a mock that services are created from, or an observer.
        case mock, observe

        /// What ends the instances of a lifetime.
        init(of lifetime: TestedLifetime) {
            switch lifetime {
            case .scoped: self = .resetScope
            case .perContainer: self = .resetChild
            default: self = .reset
            }
        }
    }

    typealias Request = (service: Int, argument: Int, inChild: Bool)

    private(set) var services: [Service] = []
    /// In the order in which they are registered.
    private(set) var layers: [Layer] = []
    /// Only a few, or each would happen too seldom.
    let changes: [Change]
    /// Whether one service has many arguments, so that threads meet in sweeps.
    let isAboutSweeps: Bool
    /// Whether threads use tokens of the child while it is released.
    let isAboutTokens: Bool
    let argumentCount: Int
    /// Determines the actions of the threads.
    let seed: UInt64

    init(using generator: inout SeededGenerator) {
        seed = generator.next()
        isAboutSweeps = generator.once(in: 3)
        isAboutTokens = !isAboutSweeps && generator.once(in: 4)
        argumentCount = isAboutSweeps ? 100 : [2, 3, 4, 12].randomElement(using: &generator) ?? 2
        var lifetimes: [TestedLifetime] = [.weak, .weak]
        if !isAboutSweeps { lifetimes += [.cached, .perContainer, .perContainer, .scoped(0), .scoped(0)] }
        let focus = lifetimes.randomElement(using: &generator) ?? .weak
        let others = Change.allCases.shuffled(using: &generator).prefix(Int.random(in: 0...2, using: &generator))
        // If nothing changes, a held service has to be the next answer.
        let isSteady = isAboutSweeps && generator.once(in: 2)
        let change = isAboutTokens ? .releaseChild : Change(of: focus)
        changes = isSteady ? [] : [change] + (isAboutSweeps ? [.reset] : isAboutTokens ? [] : others)
        for number in 0..<(isAboutSweeps ? 1 : Int.random(in: 2...4, using: &generator)) {
            let lifetime = generator.once(in: 2) ? focus : lifetimes.randomElement(using: &generator) ?? focus
            let isOfChild = !isAboutSweeps && lifetime != .perContainer && generator.once(in: 3)
            let plain = services.indices.filter { !services[$0].takesArgument }.randomElement(using: &generator)
            let needed = changes.contains(.mock) ? "tool" : plain.map { "\($0)" }
            let takesArgument = isAboutSweeps || !generator.once(in: 3)
            services.append(
                Service(lifetime: lifetime, takesArgument: takesArgument, isOfChild: isOfChild, needed: needed)
            )
            layers.append(Layer(service: number, isDecorator: false, isOfChild: isOfChild))
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let isOfChild = isOfChild || isAboutTokens || !isAboutSweeps && generator.once(in: 2)
                layers.append(Layer(service: number, isDecorator: true, isOfChild: isOfChild))
            }
        }
        layers.shuffle(using: &generator)
    }

    func request(_ service: Int, using generator: inout SeededGenerator) -> Request {
        let inChild = services[service].isOfChild || generator.once(in: 2)
        return (service, Int.random(in: 0..<argumentCount, using: &generator), inChild)
    }
}

extension SeededGenerator {
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
