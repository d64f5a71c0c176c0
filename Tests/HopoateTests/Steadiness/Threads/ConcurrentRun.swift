import Foundation
import Synchronization

@testable import Hopoate

/// A program whose threads run at once, and what they saw.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ConcurrentRun: Sendable {
    let program: ConcurrentProgram

    private let container = DependencyContainer()
    private let workshop = SharedWorkshop(countedBy: Census())
    private let properties: [TestedKey: @Sendable () -> Part?]
    private let beginningTokens: [Int: AnyServiceRegistration]
    private let clock = Atomic(0)
    private let events = Protected<[Event]>([])
    /// Everything that was resolved, which is held to the end.
    private let parts = Protected<[Part]>([])

    init(_ program: ConcurrentProgram) {
        self.program = program
        let part = Dependency<Part>(container: container)
        let tool = Dependency<any Tool>(container: container)
        properties = [.part: { part.wrappedValue }, .tool: { tool.wrappedValue as? Part }]
        var tokens: [Int: AnyServiceRegistration] = [:]
        for action in program.beginning { _ = ConcurrentRun.perform(action, container, workshop, &tokens) }
        beginningTokens = tokens
    }

    /// Does what one of the threads is to do.
    func perform(_ thread: Int) {
        var tokens = beginningTokens
        perform(program.threads[thread], thread, &tokens)
    }

    /// When the threads are done: what they leave, as another thread would see it.
    private func look() {
        var tokens: [Int: AnyServiceRegistration] = [:]
        perform([.inventory] + ConcurrentProgram.keys.map { .resolve($0) }, program.threads.count, &tokens)
    }

    /// What the threads saw that no order of their actions explains, or nil.
    func problem() -> String? {
        look()
        let events = events.withLock { $0 }.sorted { $0.invoked < $1.invoked }
        let all = parts.withLock { $0 }
        // Nobody but a property, or what is really kept, gives an unnumbered part twice.
        let unnumbered = all.filter { $0.response(program.unnumberedRecipes) != $0.label }.map(\.label)
        let mayRepeat = program.kind == .properties || program.kind == .shrinkingLayers
        let isRepeated = !mayRepeat && Set(unnumbered).count < unnumbered.count
        if !isRepeated, Linearization.exists(of: events, in: program) { return nil }
        return """
            No order of these actions explains what came of them.
              at first: \(program.beginning.map(\.description).joined(separator: ", "))
            \(events.map { "  \($0)" }.joined(separator: "\n"))
            """
    }

    private func perform(_ actions: [Action], _ thread: Int, _ tokens: inout [Int: AnyServiceRegistration]) {
        var seen: [Event] = []
        var held: [Part] = []
        var hesitation = SeededGenerator(seed: UInt64(thread))
        for action in actions {
            hesitate(&hesitation)
            let invoked = clock.add(1, ordering: .sequentiallyConsistent).newValue
            let (text, part) = respond(to: action, &tokens)
            let responded = clock.add(1, ordering: .sequentiallyConsistent).newValue
            if let part { held.append(part) }
            let response = part?.response(program.unnumberedRecipes) ?? text
            seen.append(
                Event(thread: thread, action: action, response: response, invoked: invoked, responded: responded)
            )
        }
        events.withLock { $0 += seen }
        parts.withLock { $0 += held }
    }

    /// Lets the threads meet at other moments than when they do the same number of things.
    private func hesitate(_ generator: inout SeededGenerator) {
        for _ in 0..<generator.next() % 64 { _ = clock.load(ordering: .sequentiallyConsistent) }
    }

    private func respond(to action: Action, _ tokens: inout [Int: AnyServiceRegistration]) -> (String, Part?) {
        switch action {
        case .resolve(let key):
            switch Outcome.resolving(Request(key: key), in: container) {
            case .parts(let parts): return ("", parts.first)
            case let other: return (other.description, nil)
            }
        case .readProperty(let key): return ("", properties[key]?())
        default: return (ConcurrentRun.perform(action, container, workshop, &tokens), nil)
        }
    }

    private static func perform(
        _ action: Action,
        _ container: DependencyContainer,
        _ workshop: SharedWorkshop,
        _ tokens: inout [Int: AnyServiceRegistration]
    ) -> String {
        switch action {
        case .registerInstance(let key, let number):
            let (part, line) = (workshop.part(number), UInt(number))
            tokens[number] = key.plainDoor?.register(part, in: container, line: line, onRemove: nil)
        case .overwrite(let key, let number):
            let (part, line) = (workshop.part(number), UInt(number))
            tokens[number] = key.plainDoor?.overwrite(with: part, in: container, line: line, onRemove: nil)
        case .register(let key, let lifetime, let number):
            let recipe = Recipe(number: number)
            tokens[number] = key.door.register(
                lifetime.lifetime([]),
                in: container,
                line: UInt(number),
                onRemove: nil
            ) { _ in
                // Others shall come between.
                sched_yield()
                return try workshop.make(recipe)
            }
        case .decorate(let key, let number):
            let recipe = Recipe(number: number)
            tokens[number] = key.plainDoor?.decorate(in: container, line: UInt(number)) { part in
                sched_yield()
                return try workshop.make(recipe, decorating: part)
            }
        case .remove(let number): tokens[number].map(container.remove)
        case .canResolve(let key): return "\(key.door.canResolve(in: container))"
        case .inventory: return container.registrations.compactMap(InventoryLine.init).response
        case .fork: return container.fork().registrations.compactMap(InventoryLine.init).response
        case .resolve, .readProperty: break
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

/// Where threads meet without sleeping, so that they go on at the same moment.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class StartingLine: Sendable {
    private let count: Int
    private let arrived = Atomic(0)

    init(_ count: Int) { self.count = count }

    /// - Parameter round: How often the threads have met before.
    func wait(_ round: Int) {
        var awaited = arrived.add(1, ordering: .sequentiallyConsistent).newValue
        var turns = 0
        while awaited < (round + 1) * count {
            turns += 1
            // Whoever is still missing may need the processor.
            if turns % 1000 == 0 { sched_yield() }
            awaited = arrived.load(ordering: .sequentiallyConsistent)
        }
    }
}
