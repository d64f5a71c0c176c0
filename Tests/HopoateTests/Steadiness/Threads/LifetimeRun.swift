import Foundation
import Hopoate
import Synchronization

/// A program whose threads run at once, and what is wrong about what they saw.
///
/// There is no model of it, but rules that hold in whatever order things happen.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class LifetimeRun: Sendable {
    private static let tool = ServiceKey(TracedService.self, named: "tool")

    private let program: LifetimeProgram
    private let trace = Trace()
    /// Has what all others need: the clock and the tool.
    private let parent = DependencyContainer()
    private let container: DependencyContainer
    private let child: DependencyContainer
    private let scope = DependencyScope()
    private let clock = TestClock()
    /// By the indices of layers. Nil while a thread replaces one.
    private let layers: [Shared<TracedLayer?>]
    private let countOfChangesBegun = Atomic(0)
    private let countOfChangesEnded = Atomic(0)
    private let countOfThreadsEnded = Atomic(0)

    init(_ program: LifetimeProgram) {
        self.program = program
        container = DependencyContainer(parent: parent)
        child = DependencyContainer(parent: container)
        layers = program.layers.map { _ in Shared(nil) }
        trace.run = self
        parent.register(clock, for: (any ExpirationClock).self)
        parent.register(TracedService(nil, trace), for: TracedService.self, named: "tool")
        for index in layers.indices { register(index) }
    }

    var hasEnded: Bool { countOfThreadsEnded.load(ordering: .sequentiallyConsistent) == program.threads.count }

    // MARK: - Registering

    private func register(_ index: Int) {
        let service = program.services[program.layers[index].service]
        let layer = TracedLayer(program.layers[index], service, needsTool: program.needsTool, trace)
        let token = register(layer, in: layer.layer.isOfChild ? child : container)
        if layer.service.lifetime.keeps || layer.layer.isDecorator { token.onRemove { $0.cleanUp() } }
        layer.beginToCleanUp()
        layer.token.value = token
        layers[index].value = layer
    }

    private func register(
        _ layer: TracedLayer,
        in container: DependencyContainer
    ) -> ServiceRegistration<TracedService> {
        let (name, lifetime) = ("\(layer.layer.service)", layer.service.lifetime.lifetime([scope]))
        return switch (layer.layer.isDecorator, layer.service.takesArgument) {
        case (false, false):
            container.register(TracedService.self, named: name, lifetime: lifetime) { layer.make() }
        case (false, true):
            container.register(TracedService.self, taking: TracedArgument.self, named: name, lifetime: lifetime) {
                layer.make($0)
            }
        case (true, false):
            container.decorate(TracedService.self, named: name) { layer.make(decorating: $0) }
        case (true, true):
            container.decorate(TracedService.self, taking: TracedArgument.self, named: name) {
                layer.make(decorating: $0)
            }
        }
    }

    // MARK: - Running

    /// Does what one of the threads is to do.
    func perform(_ thread: Int) {
        var held: [Answer] = []
        var mock: (end: () -> Void, mock: TracedService)?
        var observation: ResolutionObservation?
        for action in program.threads[thread] {
            switch action {
            case .resolve(let request, let isHeld):
                guard let answer = resolve(request) else { continue }
                if isHeld { held.append(answer) } else { resolveAgain(answer) }
                if held.count > program.countOfHeld { resolveAgain(held.removeFirst()) }
            case .toggleObserver:
                observation = observation == nil ? observe() : nil
            case .toggleMock:
                change {
                    if let ended = mock { end(ended) }
                    mock = mock == nil ? registerMock() : nil
                }
            default: change { perform(action) }
            }
        }
        if let mock { change { end(mock) } }
        Trace.add(1, to: countOfThreadsEnded)
    }

    private func change(_ body: () -> Void) {
        Trace.add(1, to: countOfChangesBegun)
        body()
        Trace.add(1, to: countOfChangesEnded)
    }

    private func perform(_ action: LifetimeAction) {
        let began = trace.tick()
        let before = layers.map(\.value)
        var ended = before.compactMap { $0 }
        switch action {
        case .resetToken(let index):
            ended = [before[index]].compactMap { $0 }
            for layer in ended { layer.token.value.map { owner(of: layer).reset($0) } }
        case .replace(let index):
            ended = [layers[index].change { $0.take() }].compactMap { $0 }
            for layer in ended { layer.token.value.map { owner(of: layer).remove($0) } }
            if !ended.isEmpty { register(index) }
        case .resetScope:
            scope.reset()
            ended.removeAll { $0.service.lifetime != .scoped(0) || $0.layer.isDecorator }
        case .resetChild:
            child.reset()
            for layer in ended where layer.service.lifetime == .perContainer && !layer.layer.isOfChild {
                layer.noteEnd(from: began, inChildOnly: true)
            }
            ended.removeAll { !$0.layer.isOfChild }
        case .resetContainer:
            container.reset()
            ended.removeAll { $0.layer.isOfChild }
        case .advanceClock:
            clock.advance(2)
            ended = []
        case .resolve, .toggleMock, .toggleObserver: return
        }
        for layer in ended { layer.noteEnd(from: began) }
        // What a reset has unregistered is registered again.
        guard action == .resetChild || action == .resetContainer else { return }
        for index in layers.indices where program.layers[index].isOfChild == (action == .resetChild) {
            if layers[index].change({ $0.take() }) != nil { register(index) }
        }
    }

    private func owner(of layer: TracedLayer) -> DependencyContainer { layer.layer.isOfChild ? child : container }

    private func registerMock() -> (() -> Void, TracedService) {
        let mock = TracedService(nil, trace)
        let (token, registered) = container.registerMock(mock, for: LifetimeRun.tool, CodePlace(#fileID, #line))
        return ({ [container] in
            container.remove(token)
            registered.end()
        }, mock)
    }

    private func end(_ mock: (end: () -> Void, mock: TracedService)) {
        mock.end()
        mock.mock.noteEnd()
    }

    /// An observer that resolves, and has captured what resolves when it is released.
    private func observe() -> ResolutionObservation {
        let captured = TracedArgument(0, trace)
        return container.observe { [trace] _ in withExtendedLifetime(captured) { trace.callBack() } }
    }

    // MARK: - Resolving

    /// Resolves one of the services, for a callback.
    func resolveAny(_ number: Int, plainOnly: Bool) {
        let service = number / 3 % program.services.count
        if plainOnly && program.services[service].takesArgument { return }
        let argument = number / 5 % program.argumentCount
        _ = resolve(LifetimeRequest(service: service, argument: argument, inChild: number % 2 == 0))
    }

    /// What came of a request, and how many changes there had been before, unless one was in progress.
    private struct Answer {
        let request: LifetimeRequest
        let service: TracedService
        let countOfChanges: Int?
    }

    private func resolve(_ request: LifetimeRequest) -> Answer? {
        let ended = countOfChangesEnded.load(ordering: .relaxed)
        let begun = countOfChangesBegun.load(ordering: .relaxed)
        let began = trace.tick()
        do {
            let service = try service(of: request)
            service.check(gotFromLookUpAt: began, inChild: request.inChild)
            return Answer(request: request, service: service, countOfChanges: begun == ended ? begun : nil)
        } catch let error as DependencyError {
            switch error.reason {
            // Something was removed, or two threads came from two ends, as what they call back may resolve anything.
            case .missing, .nothingToDecorate, .cycle: break
            default: trace.note(error.description)
            }
        } catch { trace.note("\(error)") }
        return nil
    }

    private func service(of request: LifetimeRequest) throws -> TracedService {
        let (container, name) = (request.inChild ? child : container, "\(request.service)")
        if !program.services[request.service].takesArgument {
            return try container.resolving(TracedService.self, named: name)
        }
        return try container.resolving(
            TracedService.self,
            with: TracedArgument(request.argument, trace),
            named: name
        )
    }

    /// Resolves a service that is held, which gives the same if nothing has changed meanwhile.
    private func resolveAgain(_ answer: Answer) {
        let (first, begun) = (answer.service, answer.countOfChanges)
        guard let second = resolve(answer.request)?.service, begun == countOfChangesBegun.load(ordering: .relaxed)
        else { return }
        // A look-up that began before a change may decorate what it has in hand when it is over, in the place of others.
        let isSame = begun == 0 && first.layer?.isKept == true ? first === second : first.base === second.base
        if !isSame { trace.note("\(first.description) was held, and \(second.description) was given.") }
    }

    // MARK: - The end

    /// When the threads are done: what they saw that breaks a rule, or nil.
    func problem() -> String? {
        for service in program.services.indices {
            for inChild in [false, true] {
                resolve(LifetimeRequest(service: service, argument: 0, inChild: inChild)).map(resolveAgain)
            }
        }
        // Twice, as what is called back meanwhile may make the child ask the container.
        for container in [child, container, child, parent] { container.reset() }
        if trace.alive > 0 { trace.note("At the end, \(trace.alive) services and arguments are alive.") }
        if trace.problems.isEmpty { return nil }
        return """
            \(trace.problems.prefix(3).joined(separator: "\n"))
              services: \(program.services.map { "\($0)" }.joined(separator: "; "))
              layers: \(program.layers.map { "\($0)" }.joined(separator: "; "))
              arguments: \(program.argumentCount), changes: \(program.changes)
            """
    }
}
