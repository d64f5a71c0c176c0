import Foundation
import Hopoate
import Synchronization

/// What the services of one program share: a clock that counts what happens, and the way back into the containers.
///
/// Sendable because the reference to the run is set before threads begin.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Trace: @unchecked Sendable {
    /// Whether this thread is in a callback. One leads to no other, which might never end.
    @TaskLocal private static var isInCallback = false

    weak var run: LifetimeRun?
    private let clock = Atomic(0)
    private let living = Atomic(0)
    private let found = Shared<[String]>([])

    var alive: Int { living.load(ordering: .sequentiallyConsistent) }
    var problems: [String] { found.value }

    func note(_ problem: String) { found.change { $0.append(problem) } }
    func countAlive(by difference: Int) { Trace.add(difference, to: living) }

    /// A number that is larger than any before.
    @discardableResult
    func tick() -> Int { Trace.add(1, to: clock) }

    /// Lets other threads come between now and then.
    @discardableResult
    func hesitate() -> Int {
        let number = tick()
        if number % 16 == 0 { sched_yield() }
        return number
    }

    /// Uses the containers as services, arguments and observers of users may.
    func callBack(plainOnly: Bool = false) {
        if Trace.isInCallback { return }
        let number = hesitate()
        if number % 3 > 0 { return }
        Trace.$isInCallback.withValue(true) { run?.resolveAny(number, plainOnly: plainOnly) }
    }

    /// ThreadSanitizer takes any stronger order for one between the accesses of the library on both sides.
    @discardableResult
    static func add(_ difference: Int, to value: borrowing Atomic<Int>) -> Int {
        isSanitized
            ? value.add(difference, ordering: .relaxed).newValue
            : value.add(difference, ordering: .sequentiallyConsistent).newValue
    }
}

/// A registration of one of a program's layers, and when its instances were last ended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedLayer: Sendable {
    let layer: LifetimeProgram.Layer
    let service: LifetimeProgram.Service
    let token = Shared<ServiceRegistration<TracedService>?>(nil)
    private let needsTool: Bool
    private let trace: Trace
    /// The last call that has ended all instances: when it began in the upper half, and when it returned in the lower one. One
    /// for what the container is asked for, and one for what the child is.
    private let endOfInstances = Atomic(0)
    private let endOfInstancesInChild = Atomic(0)
    private let cleansUp = Atomic(false)

    init(_ layer: LifetimeProgram.Layer, _ service: LifetimeProgram.Service, needsTool: Bool, _ trace: Trace) {
        (self.layer, self.service, self.needsTool, self.trace) = (layer, service, needsTool, trace)
    }

    /// Whether each instance is certain to be cleaned up from now on, if it is kept.
    var isCertainToCleanUp: Bool { cleansUp.load(ordering: .relaxed) && service.lifetime != .weak }

    /// Whether the decoration of an instance is kept: not by a child, if the parent keeps the instance for an argument.
    var isKept: Bool {
        !layer.isDecorator || !layer.isOfChild || !service.takesArgument || service.lifetime == .perContainer
    }

    func make(_ argument: TracedArgument? = nil, decorating decorated: TracedService? = nil) -> TracedService {
        trace.hesitate()
        var pieces = [decorated].compactMap { $0 }
        if !layer.isDecorator {
            let container = DependencyContainer.shared
            if needsTool, let tool = try? container.resolving(TracedService.self, named: "tool") { pieces.append(tool) }
            if let needed = service.needed.flatMap({ try? container.resolving(TracedService.self, named: "\($0)") }) {
                pieces.append(needed)
            }
        }
        return TracedService(self, from: pieces, trace)
    }

    func beginToCleanUp() { cleansUp.store(true, ordering: .relaxed) }

    func noteEnd(from began: Int, inChildOnly: Bool = false) {
        let end = began << 32 | trace.tick()
        if !inChildOnly { endOfInstances.max(end, ordering: .relaxed) }
        endOfInstancesInChild.max(end, ordering: .relaxed)
    }

    /// Whether an instance was ended by a call that had returned at some time.
    func hasEnded(bornAt birth: Int, before time: Int, inChild: Bool) -> Bool {
        let end = inChild ? endOfInstancesInChild.load(ordering: .relaxed) : endOfInstances.load(ordering: .relaxed)
        return birth < end >> 32 && end & 0xFFFF_FFFF < time
    }
}

/// A service that knows when it was made and when its life ended, and whose `deinit` resolves others.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedService: Sendable {
    /// Nil for what is registered as an instance: the tool that all are made from, and its mocks.
    let layer: TracedLayer?
    /// What it decorates, if it is a decoration, or else what its creator has resolved.
    private let pieces: [TracedService]
    private let trace: Trace
    private let birth: Int
    private let wasCertainToBeCleanedUp: Bool
    /// Whether a look-up has given it that began when it was there.
    private let wasFound = Atomic(false)
    private let countOfCleanUps = Atomic(0)
    /// When it was cleaned up, or when a mock had ended. Zero before.
    private let end = Atomic(0)

    init(_ layer: TracedLayer?, from pieces: [TracedService] = [], _ trace: Trace) {
        (self.layer, self.pieces, self.trace) = (layer, pieces, trace)
        wasCertainToBeCleanedUp = layer?.isCertainToCleanUp == true
        birth = trace.tick()
        trace.countAlive(by: 1)
    }

    var decorated: TracedService? { layer?.layer.isDecorator == true ? pieces.first : nil }
    /// Without its decorators.
    var base: TracedService { decorated?.base ?? self }

    /// To be called when it is cleaned up, and for a mock when it has ended.
    func noteEnd() { end.store(trace.tick(), ordering: .relaxed) }

    func cleanUp() {
        noteEnd()
        if Trace.add(1, to: countOfCleanUps) > 1 { trace.note("\(description) was cleaned up twice.") }
        trace.callBack()
    }

    /// Notes what is wrong about getting this from a look-up that began at some time.
    func check(gotFromLookUpAt time: Int, inChild: Bool) {
        if time > birth { wasFound.store(true, ordering: .relaxed) }
        if layer?.hasEnded(bornAt: birth, before: time, inChild: inChild) == true {
            trace.note("\(description) was given by a look-up at \(time), after a reset or removal.")
        }
        if hasEnded(before: time) {
            trace.note("\(description) was given by a look-up at \(time), after it had been cleaned up.")
        }
        if isMadeFromMockThatEnded(before: time) {
            trace.note("\(description) was given by a look-up at \(time), made from a mock that had ended.")
        }
        decorated?.check(gotFromLookUpAt: time, inChild: inChild)
    }

    private func hasEnded(before time: Int) -> Bool {
        let end = end.load(ordering: .relaxed)
        return end > 0 && end < time
    }

    private func isMadeFromMockThatEnded(before time: Int) -> Bool {
        layer == nil && hasEnded(before: time) || pieces.contains { $0.isMadeFromMockThatEnded(before: time) }
    }

    var description: String {
        "What \(layer.map { "\($0.layer) (\($0.service.lifetime))" } ?? "the program") made at \(birth)"
    }

    deinit {
        if wasFound.load(ordering: .relaxed), wasCertainToBeCleanedUp, countOfCleanUps.load(ordering: .relaxed) == 0 {
            trace.note("\(description) was kept, and released without being cleaned up.")
        }
        trace.callBack()
        trace.countAlive(by: -1)
    }
}

/// An argument whose `==` and `deinit` resolve services.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedArgument: Hashable, Sendable {
    private let number: Int
    private let trace: Trace

    init(_ number: Int, _ trace: Trace) {
        (self.number, self.trace) = (number, trace)
        trace.countAlive(by: 1)
    }

    static func == (left: TracedArgument, right: TracedArgument) -> Bool {
        if left === right { return true }
        left.trace.callBack(plainOnly: true)
        return left.number == right.number
    }

    /// Some arguments have the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(number / 2) }

    deinit {
        trace.callBack()
        trace.countAlive(by: -1)
    }
}
