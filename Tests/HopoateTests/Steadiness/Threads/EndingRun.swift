import Foundation
import Hopoate

/// A program whose tasks and threads run at once, and what became of its services.
final class EndingRun: Sendable {
    let program: EndingProgram
    let census = Census()
    let services = Shared<[String: EndedService]>([:])
    let calls = Shared<[EndingCall]>([])
    let answers = Shared<[(service: EndedService, call: EndingCall)]>([])

    private typealias Action = EndingProgram.Action
    private typealias Token = (token: ServiceRegistration<Part>, number: Int, container: DependencyContainer)

    private let clock = Counter()
    private let generator: Shared<SeededGenerator>
    private let containers: Shared<[DependencyContainer]>
    private let scopes = [DependencyScope(), DependencyScope()]
    private let tokens = Shared<[String: Token]>([:])
    /// How often creators and clean-ups may still act.
    private let callbacksLeft = Shared(30)

    init(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        (program, self.generator) = (EndingProgram(using: &generator), Shared(generator))
        let container = DependencyContainer()
        containers = Shared([container, DependencyContainer(parent: container)])
    }

    /// Runs the program, and ends everything.
    func run() async {
        performAtOnce(Action(kind: .registerAll))
        for (number, service) in program.services.enumerated() where random(2) == 0 {
            await find(number, in: containers.value[service.container])
        }
        let meeting = Meeting(program.runners.count)
        await withTaskGroup { group in
            for (isThread, actions) in program.runners {
                group.addTask { [self] in
                    await meeting.wait()
                    if isThread { await onThread { [self] in for action in actions { performAtOnce(action) } } }
                    for action in actions where !isThread { await perform(action) }
                }
            }
        }
        callbacksLeft.value = 0
        // Nobody awaits some clean-ups and creations, which may still look up services.
        await eventually(!calls.value.contains { $0.ended.value == 0 })
        let numbers = containers.value.indices
        for number in numbers.reversed() + numbers { await perform(Action(kind: .end, container: number)) }
    }

    private func random(_ count: Int) -> Int { generator.change { Int.random(in: 0..<count, using: &$0) } }

    private func pause() async {
        for _ in 0..<max(0, random(10) - 5) { await Task.yield() }
        if random(6) == 0 { try? await Task.sleep(nanoseconds: UInt64(random(400_000))) }
    }

    private func pauseAtOnce() { if random(6) == 0 { usleep(UInt32(random(200))) } }

    // MARK: - Actions

    private func perform(_ action: Action) async {
        await pause()
        let (number, scope) = (action.container, action.service % 2)
        switch (action.kind, action.awaits) {
        case (.resolve, true): await find(action.service, in: containers.value[number])
        case (.end, true):
            await call(.container(number), isRemoval: true) { await containers.value[number].asyncRemoveAll() }
        case (.endScope, true): await call(.scope(scope)) { await scopes[scope].asyncReset() }
        case (.remove, true):
            guard let token = token(of: action) else { return }
            await call(.token(token.number), isRemoval: true) { await token.token.asyncRemove() }
        case (.withChild, _): await withChild(action)
        default: performAtOnce(action)
        }
    }

    private func performAtOnce(_ action: Action) {
        pauseAtOnce()
        let (service, number, scope) = (action.service, action.container, action.service % 2)
        switch action.kind {
        case .registerAll: for service in program.services.indices { register(service) }
        case .register: register(service, in: number)
        case .resolve: findAtOnce(service, in: containers.value[number])
        case .remove, .reset:
            guard let token = token(of: action) else { return }
            callAtOnce(.token(token.number), isRemoval: action.kind == .remove) {
                action.kind == .remove ? token.container.remove(token.token) : token.container.reset(token.token)
            }
        case .end: callAtOnce(.container(number), isRemoval: true) { containers.value[number].removeAll() }
        case .endScope: callAtOnce(.scope(scope)) { scopes[scope].reset() }
        case .withChild: for action in actions(of: action, in: 1) { performAtOnce(action) }
        }
    }

    private func token(of action: Action) -> Token? { tokens.value["\(action.service) \(action.isOfDecorator)"] }

    /// What happens in the child of an action.
    private func actions(of action: Action, in child: Int) -> [Action] {
        var (action, others) = (action, program.services.indices.map { Action(kind: .resolve, service: $0) })
        (action.kind, action.container) = (.register, child)
        others.append(Action(kind: .end))
        for index in others.indices { (others[index].container, others[index].awaits) = (child, action.awaits) }
        return [action] + others
    }

    private func withChild(_ action: Action) async {
        let parent = containers.value[0]
        let number = containers.change { containers in
            containers.append(parent)
            return containers.count - 1
        }
        await call(.container(number), isRemoval: true) {
            await parent.withChild { child in
                containers.change { $0[number] = child }
                await EndingCall.$current.withValue(nil) {
                    await withTaskGroup { group in
                        for action in actions(of: action, in: number) { group.addTask { await self.perform(action) } }
                    }
                }
                EndingCall.current?.began.value = clock.increment()
            }
        }
    }

    // MARK: - Calls

    private func begin(_ target: EndingCall.Target, isAwaited: Bool, isRemoval: Bool) -> EndingCall {
        let call = EndingCall(target, isAwaited: isAwaited, isRemoval: isRemoval, at: clock.increment())
        calls.change { $0.append(call) }
        var creating = EndedService.creating
        while let service = creating {
            if service.registration.isEnded(by: call, in: service.container) {
                service.state.change { if $0.created == 0 { $0.isItsCallersAlone = true } }
            }
            creating = service.outer
        }
        return call
    }

    private func call(_ target: EndingCall.Target, isRemoval: Bool = false, _ body: () async -> Void) async {
        let call = begin(target, isAwaited: true, isRemoval: isRemoval)
        await EndingCall.$current.withValue(call) { await body() }
        call.ended.value = clock.increment()
    }

    private func callAtOnce<Result>(
        _ target: EndingCall.Target,
        isRemoval: Bool = false,
        _ body: () -> Result
    ) -> Result {
        let call = begin(target, isAwaited: false, isRemoval: isRemoval)
        defer { call.ended.value = clock.increment() }
        return EndingCall.$current.withValue(call) { body() }
    }

    private func find(_ service: Int, in container: DependencyContainer) async {
        await call(.lookUp(service)) { record(try? await container.asyncResolve(Part.self, named: "\(service)")) }
    }

    @discardableResult private func findAtOnce(_ service: Int, in container: DependencyContainer) -> Part? {
        callAtOnce(.lookUp(service)) {
            let part = try? container.resolving(Part.self, named: "\(service)")
            record(part)
            return part
        }
    }

    private func record(_ part: Part?) {
        guard let service = part.flatMap({ services.value[$0.label] }), let call = EndingCall.current else { return }
        let now = clock.increment()
        service.state.change { if $0.got == 0 { $0.got = now } }
        answers.change { $0.append((service, call)) }
    }

    /// A callback's action, if it may still act.
    private func permitted(_ action: Action?) -> Action? {
        callbacksLeft.change { left in
            left -= action == nil ? 0 : 1
            return left < 0 ? nil : action
        }
    }

    // MARK: - Services

    private func register(_ service: Int, in child: Int = 0) {
        let (plan, name) = (program.services[service], "\(service)")
        let number = child > 1 ? child : plan.container
        let (container, lifetime) = (containers.value[number], plan.lifetime.lifetime(scopes))
        for isDecorator in plan.isDecorated ? [false, true] : [false] {
            let began = clock.increment()
            let registration = EndedRegistration(
                service,
                plan.lifetime,
                in: number,
                isDecorator: isDecorator,
                at: began
            )
            // An eager service is created now.
            let token = callAtOnce(.lookUp(service)) {
                if isDecorator {
                    return container.decorate(Part.self, named: name) {
                        try self.create(self.begin(registration), from: $0)
                    }
                } else if !plan.isAsynchronous {
                    return container.register(Part.self, named: name, lifetime: lifetime) {
                        try self.create(self.begin(registration))
                    }
                }
                return container.register(Part.self, named: name, lifetime: lifetime) { () async throws -> Part in
                    let service = self.begin(registration)
                    return try await EndedService.$creating.withValue(service) {
                        for number in plan.uses { await self.find(number, in: .shared) }
                        if let action = self.permitted(plan.actions.ofCreator) { await self.perform(action) }
                        await self.pause()
                        return try self.create(service)
                    }
                }
            }
            registration.registered.value = clock.increment()
            if plan.isCleanedUpLater {
                token.onRemove { (part: Part) async in
                    self.beginCleaning(part)
                    await self.pause()
                    if let action = self.permitted(plan.actions.ofCleanUp) { await self.perform(action) }
                }
            }
            token.onRemove { part in
                if !plan.isCleanedUpLater { self.beginCleaning(part) }
                if let action = self.permitted(plan.actions.ofCleanUp) { self.performAtOnce(action) }
                let now = self.clock.increment()
                self.services.value[part.label]?.state.change { $0.cleanedUp = now }
            }
            registration.isComplete.value = !calls.value.contains {
                ($0.ended.value == 0 || $0.ended.value > began) && registration.isEnded(by: $0)
            }
            tokens.change { $0["\(name) \(isDecorator)"] = (token, began, container) }
        }
    }

    private func begin(_ registration: EndedRegistration) -> EndedService {
        let container = containers.value.firstIndex { $0 === DependencyContainer.shared }
        return EndedService(registration, in: container ?? registration.container, at: clock.increment())
    }

    private func create(_ service: EndedService, from decorated: Part? = nil) throws -> Part {
        try EndedService.$creating.withValue(service) { try createPart(service, from: decorated) }
    }

    private func createPart(_ service: EndedService, from decorated: Part?) throws -> Part {
        let plan = program.services[service.registration.service]
        var parts: [Part] = []
        func hold(_ part: Part?) {
            guard let part else { return }
            parts.append(part)
            guard let held = services.value[part.label] else { return }
            let now = clock.increment()
            service.state.change { $0.held.append((held, now)) }
        }
        hold(decorated)
        for number in plan.uses { hold(findAtOnce(number, in: .shared)) }
        pauseAtOnce()
        if let action = permitted(plan.actions.ofCreator) { performAtOnce(action) }
        if parts.isEmpty, !plan.uses.isEmpty, random(2) == 0 { throw SomeError() }
        let part = Part("\(service.registration.service) of \(service.began)", from: parts, countedBy: census)
        services.change { $0[part.label] = service }
        let now = clock.increment()
        service.state.change { $0.created = now }
        return part
    }

    private func beginCleaning(_ part: Part) {
        let now = clock.increment()
        services.value[part.label]?.state.change { state in
            (state.cleaningBegan, state.cleaner) = (now, EndingCall.current)
            state.countOfCleanUps += 1
        }
    }
}
