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

    package init(problems: [DependencyProblem]) { self.problems = problems }

    /// All problems and how to fix them, in several lines each.
    public var description: String {
        problems.enumerated().map { "Problem \($0 + 1) of \(problems.count): \($1)" }.joined(separator: "\n\n")
    }
}
