/// The attempts of one `asyncResolve`: each finds what earlier ones have made. For a decorator that is what it is to decorate,
/// and for an asynchronous registration its instance.
final class Attempts: Sendable {
    struct Made: Sendable {
        let answer: Answer
        let registration: AnyServiceRegistration
        /// Whether observers have been told that the look-up has created it.
        var isTold = false

        /// Whether it was made for a registration, or for what that is a copy of.
        fileprivate func isFor(_ other: AnyServiceRegistration) -> Bool { registration.origin == other.origin }
    }

    /// The instances of the lifetime `.graph` that they share.
    let graph: ResolutionGraph
    /// The newest last. It stays, but for what a decorator takes: others may hold a lock, under which it must not be released.
    private let made = Protected<[Made]>([])

    init(_ graph: ResolutionGraph) { self.graph = graph }

    func note(_ new: Made) { made.withLock { $0.append(new) } }

    /// What an asynchronous creator has made for a registration.
    func made(for registration: AnyServiceRegistration) -> Made? {
        made.withLock { $0.last { $0.isFor(registration) } }
    }

    /// Takes what a decorator is to decorate, as it may be outdated later.
    func takeDecorated(by decorator: AnyServiceRegistration) -> Answer? {
        made.withLock { made in made.lastIndex { $0.isFor(decorator) }.map { made.remove(at: $0).answer } }
    }

    /// What an asynchronous creator has made last, if no registration keeps it. The creator's may have been removed.
    var unkept: Answer? {
        let last = made.withLock { $0.last { !$0.registration.isDecorator } }
        return last?.answer.retention == .registration ? nil : last?.answer
    }
}
