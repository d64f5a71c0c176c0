import Foundation
import Hopoate
import Synchronization

/// A program whose threads run at once, and their observations.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ConcurrentRun: Sendable {
    let program: ConcurrentProgram

    private let container = DependencyContainer()
    private let child: DependencyContainer
    private let workshop = SharedWorkshop(countedBy: Census())
    private let readers: [Action: @Sendable () -> Part?]
    private let beginningTokens = Shared<[Int: AnyServiceRegistration]>([:])
    private let clock = Atomic(0)
    private let events = Shared<[Event]>([])
    /// All resolved parts, held to the end, and when their look-ups began.
    private let found = Shared<[(part: Part, invoked: Int)]>([])
    /// When the creators of parts began, by the labels of these.
    private let births = Shared<[String: Int]>([:])

    init(_ program: ConcurrentProgram) {
        self.program = program
        child = DependencyContainer(parent: container)
        var readers: [Action: @Sendable () -> Part?] = [:]
        for case .read(let kind, let key) in ConcurrentProgram.reading {
            readers[.read(kind, key)] = key.plainDoor?.property(kind, in: container)
        }
        self.readers = readers
        var tokens: [Int: AnyServiceRegistration] = [:]
        for action in program.beginning { _ = change(action, &tokens) }
        beginningTokens.value = tokens
    }

    /// Performs the actions of one thread.
    func perform(_ thread: Int) {
        var tokens = beginningTokens.value
        perform(program.threads[thread], thread, &tokens)
    }

    /// Looks at what the threads have left, as another thread would.
    private func look() {
        var tokens: [Int: AnyServiceRegistration] = [:]
        let actions = ConcurrentProgram.requests.flatMap { [Action.resolve($0), .resolveInChild($0)] }
        perform([.inventory] + actions, program.threads.count, &tokens)
    }

    /// The observations that no order of actions explains, or nil.
    func problem() -> String? {
        look()
        let events = events.value.sorted { $0.invoked < $1.invoked }
        let all = found.value.map(\.part)
        // Only a property, or a cached instance, gives an unnumbered part twice.
        let unnumbered = all.filter { $0.response(program.unnumberedRecipes) != $0.label }.map(\.label)
        let mayRepeat = [.properties, .layers, .forks, .resets].contains(program.kind)
        let isRepeated = !mayRepeat && Set(unnumbered).count < unnumbered.count
        if let problem = problemOfCleaningUp(all) ?? problemOfResets(events) { return problem }
        if !isRepeated, Linearization.exists(of: events, in: program) { return nil }
        return """
            No order of these actions explains what came of them.
              at first: \(program.beginning.map { "\($0)" }.joined(separator: ", "))
            \(events.map { "  \($0)" }.joined(separator: "\n"))
            """
    }

    /// Removes everything, and checks that each instance was cleaned up once.
    ///
    /// Counts registered instances that are certain to be cleaned up, and cached ones that were resolved more than
    /// once and that no property or `Lazy` had.
    private func problemOfCleaningUp(_ resolved: [Part]) -> String? {
        child.removeAll()
        container.removeAll()
        let cleanedUp = workshop.takeCleanedUp().map(\.label)
        let counts = Dictionary(grouping: resolved.map(\.label), by: { $0 }).mapValues(\.count)
        let kept = counts.filter { $0.value > 1 && program.kind != .properties && program.isKept($0.key) }.keys
        let mustBe = Set(program.instances.filter { $0 != 0 }.map { "\($0)#1" }).union(kept)
        let missing = mustBe.subtracting(cleanedUp)
        if missing.isEmpty, Set(cleanedUp).count == cleanedUp.count { return nil }
        return "Cleaned up: \(cleanedUp), but for \(missing.sorted()). \(self.events.value)"
    }

    /// A look-up that begins after a reset returns no part, and no decoration of one, whose creator had begun before.
    private func problemOfResets(_ events: [Event]) -> String? {
        for event in events {
            guard case .reset(let recipe) = event.action else { continue }
            let old = births.value.filter { label, birth in
                birth < event.invoked && Int(label.prefix { $0.isNumber }) == recipe
            }
            for (part, invoked) in found.value where invoked > event.responded {
                if old.keys.contains(where: part.isMade) { return "After a reset: \(part.label). \(events)" }
            }
        }
        return nil
    }

    private func perform(_ actions: [Action], _ thread: Int, _ tokens: inout [Int: AnyServiceRegistration]) {
        var seen: [Event] = []
        var held: [(Part, Int)] = []
        var hesitation = SeededGenerator(seed: UInt64(thread))
        for action in actions {
            hesitate(&hesitation)
            let invoked = clock.add(1, ordering: .sequentiallyConsistent).newValue
            let (text, parts) = respond(to: action, &tokens)
            let responded = clock.add(1, ordering: .sequentiallyConsistent).newValue
            held += parts.map { ($0, invoked) }
            let response = parts.isEmpty ? text : parts.response(program.unnumberedRecipes)
            seen.append(
                Event(thread: thread, action: action, response: response, invoked: invoked, responded: responded)
            )
        }
        events.change { $0 += seen }
        found.change { $0 += held }
    }

    /// Varies the moments at which threads meet.
    private func hesitate(_ generator: inout SeededGenerator) {
        for _ in 0..<generator.next() % 64 { _ = clock.load(ordering: .sequentiallyConsistent) }
    }

    private func respond(to action: Action, _ tokens: inout [Int: AnyServiceRegistration]) -> (String, [Part]) {
        switch action {
        case .resolve(let request): return respond(to: request, in: container)
        case .resolveInChild(let request): return respond(to: request, in: child)
        case .read: return ("", [readers[action]?()].compactMap { $0 })
        default: return (change(action, &tokens), [])
        }
    }

    private func respond(to request: Request, in container: DependencyContainer) -> (String, [Part]) {
        switch Outcome.resolving({ try request.key.door.resolving(request.argument, in: container) }) {
        case .parts(let parts): ("", parts)
        case let other: (other.description, [])
        }
    }

    private func make(_ number: Int, with argument: Int? = nil, decorating part: Part? = nil) throws -> Part {
        let birth = clock.add(1, ordering: .sequentiallyConsistent).newValue
        // Lets other threads come between.
        sched_yield()
        let made = try workshop.make(Recipe(number: number), with: argument, decorating: part)
        births.change { $0[made.label] = birth }
        return made
    }

    private func change(_ action: Action, _ tokens: inout [Int: AnyServiceRegistration]) -> String {
        func place(_ number: Int, cleansUp: Bool = true) -> Place {
            Place(Recipe(number: number, cleansUp: cleansUp), in: container, workshop)
        }
        switch action {
        case .registerInstance(let key, let number):
            tokens[number] = key.plainDoor?.register(workshop.part(number), at: place(number))
        case .overwrite(let key, let number):
            tokens[number] = key.plainDoor?.overwrite(with: workshop.part(number), at: place(number))
        case .register(let key, let lifetime, let number):
            let place = place(number, cleansUp: lifetime.keeps)
            tokens[number] = key.door.register(lifetime.lifetime([]), at: place) { [unowned self] argument in
                try make(number, with: argument)
            }
        case .decorate(let key, let number):
            tokens[number] = key.door.decorate(at: place(number, cleansUp: false)) { [unowned self] part in
                try make(number, decorating: part)
            }
        case .remove(let number): tokens[number].map(container.remove)
        case .reset(let number): tokens[number].map(container.reset)
        case .canResolve(let key): return "\(key.door.canResolve(in: container))"
        case .inventory: return container.registrations.compactMap(InventoryLine.init).response
        case .fork(let request):
            _ = Outcome.resolving { [fork = container.fork()] in
                try request.key.door.resolving(request.argument, in: fork)
            }
        case .resolve, .resolveInChild, .read: break
        }
        return ""
    }
}

extension SharedWorkshop {
    fileprivate func part(_ number: Int) -> Part {
        guard let part = try? make(Recipe(number: number)) else { fatalError("These recipes always succeed.") }
        return part
    }
}
