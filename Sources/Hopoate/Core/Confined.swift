/// State without the run-time check for overlapping accesses, which would be a third of a hit (`Benchmarks`, row 'read a
/// @Dependency').
///
/// The invariant that makes this safe: one thread at a time touches the state, because it is that thread's own or because
/// a lock guards it, and no access lasts while other code runs. The types that derive from it say which;
/// `InterruptionTests` and ThreadSanitizer would see that lost.
@usableFromInline
class Confined<State>: @unchecked Sendable {
    @exclusivity(unchecked) final var state: State

    init(_ state: State) { self.state = state }
}
