import Foundation
import Hopoate
import Synchronization

/// What the services of a program share: a clock that counts events, and access to the containers.
///
/// Sendable because the reference to the run is set before threads begin, and when they have ended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Trace: @unchecked Sendable {
    /// Whether the thread is in a callback. Callbacks do not nest, as that might never end.
    @TaskLocal private static var isInCallback = false

    weak var run: LifetimeRun?
    let problems = Shared<[String]>([])
    let alive = Atomic(0)
    private let clock = Atomic(0)

    func record(_ problem: String) { problems.change { $0.append(problem) } }

    /// A number that is larger than any before.
    @discardableResult func tick() -> Int { Trace.add(1, to: clock) }

    /// Lets other threads come between the library's reading and deciding.
    @discardableResult func hesitate(oneIn count: Int = isSanitized ? 8 : 32) -> Int {
        let number = tick()
        if number % count == 0 { sched_yield() }
        return number
    }

    /// Uses the containers as user code may, about one of the services. If the library held a lock, it would deadlock.
    func callBack(_ service: Int?, isComparing: Bool = false) {
        if Trace.isInCallback { return }
        let number = hesitate()
        if number % 3 > 0 { return }
        Trace.$isInCallback.withValue(true) { run?.act(UInt64(number), service, isComparing: isComparing) }
    }

    /// A stronger order would hide data races of the library from ThreadSanitizer.
    @discardableResult static func add(_ difference: Int, to value: borrowing Atomic<Int>) -> Int {
        isSanitized
            ? value.add(difference, ordering: .relaxed).newValue
            : value.add(difference, ordering: .sequentiallyConsistent).newValue
    }
}

/// A registration of one of a program's layers, and the ends of its instances.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedLayer: Sendable {
    let plan: LifetimeProgram.Layer
    let service: LifetimeProgram.Service
    let token = Shared<ServiceRegistration<TracedService>?>(nil)
    private let trace: Trace
    /// The last call that ended all instances: its begin in the upper half, and its return in the lower half. One for
    /// answers of the container, and one for the child.
    private let end = Atomic(0)
    private let endInChild = Atomic(0)
    private let cleansUp = Atomic(false)

    init(_ plan: LifetimeProgram.Layer, _ service: LifetimeProgram.Service, _ trace: Trace) {
        (self.plan, self.service, self.trace) = (plan, service, trace)
    }

    /// Whether each instance from now on is certain to be cleaned up if it is kept.
    var isCertainToCleanUp: Bool { cleansUp.load(ordering: .relaxed) && service.lifetime != .weak }

    func beginToCleanUp() { cleansUp.store(true, ordering: .relaxed) }

    func make(decorating decorated: TracedService? = nil) -> TracedService {
        trace.hesitate()
        let name = decorated == nil ? service.needed : nil
        let piece = name.flatMap { try? DependencyContainer.shared.resolving(TracedService.self, named: $0) }
        return TracedService(self, decorating: decorated, from: piece, trace)
    }

    func recordEnd(from began: Int, inChildOnly: Bool = false) {
        let end = began << 32 | trace.tick()
        if !inChildOnly { self.end.max(end, ordering: .relaxed) }
        endInChild.max(end, ordering: .relaxed)
    }

    /// Whether a call that returned before a time has ended an instance.
    func hasEnded(bornAt birth: Int, before time: Int, inChild: Bool) -> Bool {
        let end = inChild ? endInChild.load(ordering: .relaxed) : end.load(ordering: .relaxed)
        return birth < end >> 32 && end & 0xFFFF_FFFF < time
    }
}

/// An object of a service that uses the containers in its `deinit`, and is counted while it lives.
///
/// Sendable because its subclasses are.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
class Traced: @unchecked Sendable {
    final let (service, trace): (Int?, Trace)

    init(_ service: Int?, _ trace: Trace) {
        (self.service, self.trace) = (service, trace)
        trace.alive.add(1, ordering: .relaxed)
    }

    deinit {
        trace.callBack(service)
        trace.alive.subtract(1, ordering: .relaxed)
    }
}

/// A service that knows the times of its creation and its end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedService: Traced, @unchecked Sendable {
    /// Nil for the tool that others are created from, and for its mocks.
    private let layer: TracedLayer?
    private let decorated: TracedService?
    private let piece: TracedService?
    private let birth: Int
    private let isCertainToBeCleanedUp: Bool
    /// Whether a look-up that began after its creation has returned it.
    private let isKept = Atomic(false)
    /// When it was cleaned up, or a mock of it ended. Zero before.
    private let end = Atomic(0)

    init(_ layer: TracedLayer?, decorating decorated: TracedService?, from piece: TracedService?, _ trace: Trace) {
        (self.layer, self.decorated, self.piece) = (layer, decorated, piece)
        isCertainToBeCleanedUp = layer?.isCertainToCleanUp == true
        birth = trace.tick()
        super.init(layer?.plan.service, trace)
    }

    /// A tool.
    convenience init(_ trace: Trace) { self.init(nil, decorating: nil, from: nil, trace) }

    /// The service without its decorators.
    var base: TracedService { decorated?.base ?? self }
    var description: String { "what \(layer.map { "\($0.plan), \($0.service)," } ?? "the run") made at \(birth)" }

    func recordEnd() {
        if end.exchange(trace.tick(), ordering: .relaxed) > 0 { trace.record("Cleaned up twice: \(description)") }
    }

    /// Records what is wrong about a look-up that began at some time and returned this.
    func check(gotFromLookUpAt time: Int, inChild: Bool) {
        if time > birth { isKept.store(true, ordering: .relaxed) }
        if layer?.hasEnded(bornAt: birth, before: time, inChild: inChild) == true {
            trace.record("Given at \(time), after a reset or removal: \(description)")
        }
        if hasEnded(before: time) { trace.record("Given at \(time), after it was cleaned up: \(description)") }
        if isMadeFromEndedMock(before: time) { trace.record("Given at \(time), after a mock's end: \(description)") }
        decorated?.check(gotFromLookUpAt: time, inChild: inChild)
    }

    private func hasEnded(before time: Int) -> Bool { (1..<time).contains(end.load(ordering: .relaxed)) }

    private func isMadeFromEndedMock(before time: Int) -> Bool {
        layer == nil ? hasEnded(before: time) : (piece ?? decorated)?.isMadeFromEndedMock(before: time) == true
    }

    deinit {
        if isKept.load(ordering: .relaxed), isCertainToBeCleanedUp, end.load(ordering: .relaxed) == 0 {
            trace.record("Kept, and released without being cleaned up: \(description)")
        }
    }
}

/// An argument whose `==` and `hash` use the containers.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TracedArgument: Traced, Hashable, @unchecked Sendable {
    private let number: Int

    init(_ number: Int, of service: Int? = nil, _ trace: Trace) {
        self.number = number
        super.init(service, trace)
    }

    static func == (left: TracedArgument, right: TracedArgument) -> Bool {
        if left === right { return true }
        left.trace.hesitate(oneIn: 8)
        left.trace.callBack(left.service, isComparing: true)
        return left.number == right.number
    }

    /// Some have the same hash.
    func hash(into hasher: inout Hasher) {
        trace.callBack(service, isComparing: true)
        hasher.combine(number / 2)
    }
}
