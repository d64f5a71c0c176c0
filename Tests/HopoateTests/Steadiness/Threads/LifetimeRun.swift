import Foundation
import Hopoate
import Synchronization

/// A program whose threads run at once, and its violations of rules.
///
/// The rules hold in any order of events, so there is no model.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class LifetimeRun: RunOnThreads {
    private let program: LifetimeProgram
    private let trace = Trace()
    /// Has the tool that services are created from.
    private let parent = DependencyContainer()
    private let container: DependencyContainer
    private let child: Shared<DependencyContainer>
    private let scope = DependencyScope()
    /// By the indices of the program's layers. Nil while a thread replaces one.
    private let layers: [Shared<TracedLayer?>]
    /// The number of begun changes in the lower half, and of ended ones in the upper half.
    private let countOfChanges = Atomic(0)

    init(_ program: LifetimeProgram) {
        self.program = program
        container = DependencyContainer(parent: parent)
        child = Shared(DependencyContainer(parent: container))
        layers = program.layers.map { _ in Shared(nil) }
        trace.run = self
        parent.register(TracedService(trace), for: TracedService.self, named: "tool")
        for index in layers.indices { register(index) }
    }

    private func container(inChild: Bool) -> DependencyContainer { inChild ? child.value : container }

    private func register(_ index: Int) {
        let plan = program.layers[index]
        let layer = TracedLayer(plan, program.services[plan.service], trace)
        let (container, lifetime) = (container(inChild: plan.isOfChild), layer.service.lifetime.lifetime([scope]))
        let (service, argument, name) = (TracedService.self, TracedArgument.self, "\(plan.service)")
        let token =
            switch (plan.isDecorator, layer.service.takesArgument) {
            case (false, false): container.register(service, named: name, lifetime: lifetime) { layer.make() }
            case (false, true):
                container.register(service, taking: argument, named: name, lifetime: lifetime) { _ in layer.make() }
            case (true, false): container.decorate(service, named: name) { layer.make(decorating: $0) }
            case (true, true): container.decorate(service, taking: argument, named: name) { layer.make(decorating: $0) }
            }
        if layer.service.lifetime.keeps {
            token.onRemove { [trace] service in
                service.recordEnd()
                trace.callBack(plan.service)
            }
        }
        layer.beginToCleanUp()
        layer.token.value = token
        layers[index].value = layer
    }

    // MARK: - What threads do

    func perform(_ thread: Int) {
        var generator = SeededGenerator(seed: program.seed &+ UInt64(thread))
        var held: [Answer] = []
        var mock: (() -> Void)?
        var observation: ResolutionObservation?
        for _ in 0..<(program.isAboutSweeps ? 150 : 60) {
            let layer = Int.random(in: 0..<layers.count, using: &generator)
            if program.isAboutTokens { useTokens() }
            if generator.once(in: program.isAboutTokens ? 2 : 6),
                let change = program.changes.randomElement(using: &generator)
            {
                count {
                    switch change {
                    case .observe: observation = observation == nil ? observe() : nil
                    case .mock:
                        mock?()
                        mock = mock == nil ? registerMock() : nil
                    default: perform(change, layer)
                    }
                }
                continue
            }
            let request = program.request(program.layers[layer].service, using: &generator)
            guard let answer = resolve(request) else { continue }
            // Resolved again at once, or after a while of being held.
            let countOfHeld = program.isAboutSweeps ? 12 : generator.once(in: 2) ? 2 : 0
            held.append(answer)
            while held.count > countOfHeld { resolveAgain(held.removeFirst()) }
        }
        if let mock { count(mock) }
        withExtendedLifetime(observation) {}
    }

    private func count(_ change: () -> Void) {
        Trace.add(1, to: countOfChanges)
        change()
        Trace.add(1 << 32, to: countOfChanges)
    }

    /// Uses the tokens, whose container another thread may be releasing.
    private func useTokens() {
        for case let layer? in layers.map(\.value) where layer.service.lifetime.keeps {
            layer.token.value?.onRemove { _ in }
        }
    }

    private func perform(_ change: LifetimeProgram.Change, _ index: Int) {
        let (began, before) = (trace.tick(), layers.compactMap(\.value))
        var ended: [TracedLayer] = []
        switch change {
        case .reset:
            ended = [layers[index].value].compactMap { $0 }
            for layer in ended { layer.token.value.map(container(inChild: layer.plan.isOfChild).reset) }
        case .replace:
            ended = [layers[index].change { $0.take() }].compactMap { $0 }
            for layer in ended { layer.token.value.map(container(inChild: layer.plan.isOfChild).remove) }
            if !ended.isEmpty { register(index) }
        case .resetChild, .releaseChild, .resetContainer:
            let isChild = change != .resetContainer
            if change == .releaseChild {
                var next = DependencyContainer(parent: container)
                child.change { swap(&$0, &next) }
            } else {
                container(inChild: isChild).removeAll()
            }
            ended = before.filter { $0.plan.isOfChild == isChild }
            for layer in before where isChild && layer.service.lifetime == .perContainer && !layer.plan.isDecorator {
                layer.recordEnd(from: began, inChildOnly: true)
            }
            for index in layers.indices where program.layers[index].isOfChild == isChild {
                if layers[index].change({ $0.take() }) != nil { register(index) }
            }
        case .resetScope:
            scope.reset()
            ended = before.filter { $0.service.lifetime == .scoped(0) && !$0.plan.isDecorator }
        case .mock, .observe: break
        }
        for layer in ended { layer.recordEnd(from: began) }
    }

    /// - Returns: What ends the mock.
    private func registerMock() -> () -> Void {
        let (mock, key) = (TracedService(trace), ServiceKey(TracedService.self, named: "tool"))
        let (token, registered) = container.registerMock(mock, for: key, CodePlace(#fileID, #line))
        return { [container] in
            container.remove(token)
            registered.end()
            mock.recordEnd()
        }
    }

    /// An observer that uses the containers, and holds an argument that uses them when it is released.
    private func observe() -> ResolutionObservation {
        let captured = TracedArgument(0, trace)
        return container.observe { [trace] event in
            withExtendedLifetime(captured) { trace.callBack(event.registration.name.flatMap(Int.init)) }
        }
    }

    // MARK: - Resolving

    /// The answer of a look-up, and the number of changes before it.
    private typealias Answer = (service: TracedService, request: LifetimeProgram.Request, countOfChanges: Int)

    /// Resolves, resets or replaces a service for a callback, mostly the one in progress.
    func act(_ seed: UInt64, _ service: Int?, isComparing: Bool) {
        var generator = SeededGenerator(seed: seed)
        let layer = layers.indices.shuffled(using: &generator)
            .first { service == nil || service == program.layers[$0].service || generator.once(in: 4) }!
        if !program.changes.isEmpty, generator.once(in: 8) {
            return count { perform(generator.once(in: 2) ? .reset : .replace, layer) }
        }
        let request = program.request(program.layers[layer].service, using: &generator)
        if resolve(request) != nil, isComparing, program.services[request.service].takesArgument {
            trace.record("Compared: a look-up with an argument has not failed.")
        }
    }

    private func resolve(_ request: LifetimeProgram.Request) -> Answer? {
        let (changes, began) = (countOfChanges.load(ordering: .relaxed), trace.tick())
        let (container, name) = (container(inChild: request.inChild), "\(request.service)")
        let argument =
            program.services[request.service].takesArgument
            ? TracedArgument(request.argument, of: request.service, trace) : nil
        do {
            let service =
                try argument.map { try container.resolving(TracedService.self, with: $0, named: name) }
                ?? container.resolving(TracedService.self, named: name)
            service.check(gotFromLookUpAt: began, inChild: request.inChild)
            return (service, request, changes)
        } catch {
            // A registration was removed, or threads entered a cycle from several ends, as callbacks resolve anything.
            let reason = (error as? DependencyError).map { "\($0.reason)" } ?? ""
            if !["missing", "nothingToDecorate", "cycle"].contains(reason) { trace.record("\(error)") }
            return nil
        }
    }

    /// Resolves a held service again, which has to be the same unless something has changed.
    private func resolveAgain(_ answer: Answer) {
        let (first, changes) = (answer.service, answer.countOfChanges)
        guard let second = resolve(answer.request)?.service, changes == countOfChanges.load(ordering: .relaxed),
            changes >> 32 == changes & 0xFFFF_FFFF
        else { return }
        // A look-up that began before a change may decorate an older instance after it.
        let isSame = program.changes.isEmpty ? first === second : first.base === second.base
        if !isSame { trace.record("Held: \(first.description), and given: \(second.description)") }
    }

    func problem() -> String? {
        var generator = SeededGenerator(seed: program.seed)
        for service in program.services.indices {
            resolve(program.request(service, using: &generator)).map(resolveAgain)
        }
        // Callbacks would register services again.
        trace.run = nil
        for container in [child.value, container, parent] { container.removeAll() }
        let alive = trace.alive.load(ordering: .relaxed)
        if alive > 0 { trace.record("At the end, \(alive) services and arguments are alive.") }
        if trace.problems.value.isEmpty { return nil }
        return """
            \(trace.problems.value.prefix(3).joined(separator: "\n"))
              layers: \(program.layers.map { "\($0)" }.joined(separator: "; "))
              changes: \(program.changes), arguments: \(program.argumentCount)
            """
    }
}
