/// The attempts of one `asyncResolve`: each finds what earlier ones have made. For a decorator that is what it is to decorate,
/// and for an asynchronous registration its instance.
final class Attempts: Sendable {
    struct Made: Sendable {
        let answer: Answer
        /// Whether observers have been told that the look-up has created it.
        var isTold = false
        /// Whether an asynchronous creator has made it.
        var isOfCreator = false
    }

    /// By the numbers of the registrations, or of those that they are copies of.
    private let made = Protected<[UInt64: Made]>([:])

    func note(_ new: Made?, for registration: AnyServiceRegistration) {
        let before = made.withLock { made in
            defer { made[registration.origin] = new }
            return made[registration.origin]
        }
        // Released after unlocking.
        withExtendedLifetime(before) {}
    }

    /// Takes what an asynchronous creator has made and no registration keeps. The creator's registration may have been removed.
    func takeUnkept() -> Made? {
        made.withLock { made in
            made.first { $0.value.isOfCreator && $0.value.answer.retention.isNone }
                .flatMap { made.removeValue(forKey: $0.key) }
        }
    }

    /// Takes what was made for a registration, as it may be outdated later. What is no good already stays, because the caller may
    /// hold a lock, under which it must not be released.
    func takeMade(for registration: AnyServiceRegistration, if isGood: (Answer) -> Bool = { _ in true }) -> Made? {
        made.withLock { made in
            guard let found = made[registration.origin], isGood(found.answer) else { return nil }
            return made.removeValue(forKey: registration.origin)
        }
    }
}
