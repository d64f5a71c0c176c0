/// The attempts of one `asyncResolve`: each finds the instances of earlier ones. For a decorator that is the one to decorate,
/// and for an asynchronous registration its instance.
final class Attempts: Sendable {
    struct Made: Sendable {
        let answer: Answer
        let registration: AnyServiceRegistration
        /// Whether observers have been told that the look-up has created it.
        let isTold: Bool

        /// Whether it was made for a registration, or for the one that it is a copy of.
        fileprivate func isFor(_ other: AnyServiceRegistration) -> Bool { registration.origin == other.origin }
    }

    /// The instances of the lifetime `.graph` that they share.
    let graph: ResolutionGraph
    /// The newest last. An instance stays, unless a decorator takes it: others may hold a lock, under which it must not be
    /// released.
    private let made = Protected<[Made]>([])

    init(_ graph: ResolutionGraph) { self.graph = graph }

    func note(_ answer: Answer, for registration: AnyServiceRegistration, isTold: Bool = false) {
        made.withLock { $0.append(Made(answer: answer, registration: registration, isTold: isTold)) }
    }

    /// An instance that an asynchronous creator has made for a registration.
    func made(for registration: AnyServiceRegistration) -> Made? {
        made.withLock { $0.last { $0.isFor(registration) } }
    }

    /// Takes the instance that a decorator is to decorate, as it may be outdated later.
    func takeDecorated(by decorator: AnyServiceRegistration) -> Answer? {
        made.withLock { made in made.lastIndex { $0.isFor(decorator) }.map { made.remove(at: $0).answer } }
    }

    /// The instance that an asynchronous creator has made last, if no registration keeps it. The creator's may have been removed.
    var unkept: Answer? {
        let last = made.withLock { $0.last { !$0.registration.isDecorator } }
        return last?.answer.retention == .registration ? nil : last?.answer
    }
}
