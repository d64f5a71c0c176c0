/// State without the run-time check for overlapping accesses, which would be a third of a hit (`Benchmarks`, row 'read a
/// @Dependency').
///
/// The invariant that makes this safe: a lock guards the state, and no access lasts while other code runs. The type that
/// derives from it says which lock; `InterruptionTests` and ThreadSanitizer would see that lost.
@usableFromInline
class Confined<State>: @unchecked Sendable {
    @exclusivity(unchecked) final var state: State

    init(_ state: State) { self.state = state }
}
