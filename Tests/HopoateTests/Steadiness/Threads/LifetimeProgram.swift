import Hopoate

/// One thing that a thread does in a container and its child, with services of all lifetimes that keep. Services and layers are
/// told apart by their indices in the program.
enum LifetimeAction: Hashable {
    /// Resolves a service, and again at once or after it has been held for a while.
    case resolve(LifetimeRequest, isHeld: Bool)
    case resetToken(layer: Int)
    /// Removes a registration, and registers the same again.
    case replace(layer: Int)
    case resetScope
    /// Registers everything again afterwards, as the next one does.
    case resetChild
    case resetContainer
    case advanceClock
    /// Registers a mock that services are made from, or ends it.
    case toggleMock
    case toggleObserver
}

struct LifetimeRequest: Hashable {
    let service: Int
    let argument: Int
    let inChild: Bool
}

/// Some services with their decorators, and what each of some threads does with them.
struct LifetimeProgram {
    struct Service: Hashable {
        let lifetime: TestedLifetime
        let takesArgument: Bool
        /// Another service that its creator resolves, besides the one that mocks replace.
        let needed: Int?
    }

    /// A registration of a service, or of its decorator.
    struct Layer: Hashable {
        let service: Int
        let isDecorator: Bool
        let isOfChild: Bool
    }

    private static let lifetimes: [TestedLifetime] = [
        .cached, .weak, .perContainer, .scoped(0), .expiring(afterSeconds: 1),
    ]
    private static let plainChanges: [LifetimeAction] = [
        .resetToken(layer: 0), .replace(layer: 0), .resetScope, .resetChild, .resetContainer, .advanceClock, .toggleMock,
        .toggleObserver,
    ]

    private(set) var services: [Service] = []
    /// In the order in which they are registered.
    private(set) var layers: [Layer] = []
    /// How many different arguments there are. From 16 on, those that keep nothing are swept out.
    let argumentCount: Int
    /// How many services each thread holds at most.
    var countOfHeld: Int { max(2, argumentCount / 12) }
    /// Whether services are made from what mocks replace.
    var needsTool: Bool { changes.contains(.toggleMock) }
    private(set) var threads: [[LifetimeAction]] = []
    /// What else threads do than to resolve: few things, or else none would happen often enough.
    let changes: [LifetimeAction]

    init(threadCount: Int, using generator: inout some RandomNumberGenerator) {
        let isAboutSweeps = Int.random(in: 0..<3, using: &generator) == 0
        argumentCount = isAboutSweeps ? 120 : Int.random(in: 2...4, using: &generator)
        let count = isAboutSweeps ? 0 : Int.random(in: 1...3, using: &generator)
        changes = Array(LifetimeProgram.plainChanges.shuffled(using: &generator).prefix(count))
        let focus = isAboutSweeps ? .weak : LifetimeProgram.lifetimes.randomElement(using: &generator) ?? .cached
        for number in 0..<(isAboutSweeps ? 2 : Int.random(in: 2...4, using: &generator)) {
            // The first one takes no argument, for what arguments resolve.
            let takesArgument = number > 0 && (isAboutSweeps || Int.random(in: 0..<3, using: &generator) > 0)
            let isOther = !isAboutSweeps && Bool.random(using: &generator)
            let other = LifetimeProgram.lifetimes.randomElement(using: &generator) ?? .cached
            let plain = services.indices.filter { !isAboutSweeps && !services[$0].takesArgument }
            let needed = Bool.random(using: &generator) ? plain.randomElement(using: &generator) : nil
            services.append(Service(lifetime: isOther ? other : focus, takesArgument: takesArgument, needed: needed))
            addLayers(of: number, using: &generator)
        }
        layers.shuffle(using: &generator)
        for _ in 0..<threadCount { threads.append((0..<60).map { _ in action(using: &generator) }) }
    }

    private mutating func addLayers(of service: Int, using generator: inout some RandomNumberGenerator) {
        for isDecorator in [false] + Array(repeating: true, count: Int.random(in: 0...(argumentCount > 16 ? 1 : 2), using: &generator)) {
            let isOfChild = Int.random(in: 0..<(isDecorator ? 2 : 6), using: &generator) == 0
            layers.append(Layer(service: service, isDecorator: isDecorator, isOfChild: isOfChild))
        }
    }

    private func action(using generator: inout some RandomNumberGenerator) -> LifetimeAction {
        let layer = Int.random(in: 0..<layers.count, using: &generator)
        if Int.random(in: 0..<8, using: &generator) == 0, let change = changes.randomElement(using: &generator) {
            return switch change {
            case .resetToken: .resetToken(layer: layer)
            case .replace: .replace(layer: layer)
            default: change
            }
        }
        let request = LifetimeRequest(
            service: layers[layer].service,
            argument: Int.random(in: 0..<argumentCount, using: &generator),
            inChild: Bool.random(using: &generator)
        )
        return .resolve(request, isHeld: Bool.random(using: &generator))
    }
}
