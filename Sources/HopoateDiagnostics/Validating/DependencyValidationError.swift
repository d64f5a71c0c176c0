/// All problems with the registrations of a container.
///
/// ```swift
/// import HopoateDiagnostics
///
/// @Test func theAppIsWired() throws {
///     try appContainer().validate()
/// }
/// ```
public struct DependencyValidationError: Error, Sendable, CustomStringConvertible {
    /// The problems, in the order of the registrations that have them. Never empty.
    ///
    /// ```swift
    /// do {
    ///     try container.validate()
    /// } catch let error as DependencyValidationError {
    ///     print(error.problems.map(\.service))
    /// }
    /// ```
    public let problems: [DependencyProblem]

    /// What only looks odd, what depends on which service is resolved first, and what the check did not create. One line each.
    ///
    /// ```swift
    /// do {
    ///     try await container.validate(runningCreators: true)
    /// } catch let error as DependencyValidationError {
    ///     print(error.notes)
    /// }
    /// ```
    public let notes: [String]

    package init(problems: [DependencyProblem], notes: [String] = []) {
        (self.problems, self.notes) = (problems, notes)
    }

    /// The problems and how to fix them, in several lines each, and the notes. At most 50 of a kind.
    public var description: String {
        let (printed, others) = problems.limitedByKind
        let texts = printed.enumerated().map { "Problem \($0 + 1) of \(problems.count): \($1)" } + others
        let notes = notes.limited { "\n    " + $0 }.joined()
        return (texts + (notes.isEmpty ? [] : ["Notes:" + notes])).joined(separator: "\n\n")
    }
}

extension [DependencyProblem] {
    /// The first 50 problems of each kind, and texts that say how many more there are.
    package var limitedByKind: (printed: [DependencyProblem], others: [String]) {
        // A kind without its details, for example `creatorFailed`.
        var counts: [Substring: Int] = [:]
        let printed = filter { problem in
            let kind = "\(problem.kind)".prefix { $0 != "(" }
            counts[kind, default: 0] += 1
            return counts[kind]! <= 50
        }
        return (printed, counts.filter { $1 > 50 }.map { "and \($1 - 50) more of the kind \($0)" }.sorted())
    }
}
