import Hopoate

/// What a look-up throws, or nil if it throws no error of the library.
func dependencyError<Result>(_ lookUp: () throws -> Result) -> DependencyError? {
    do {
        _ = try lookUp()
    } catch let error as DependencyError {
        return error
    } catch {}
    return nil
}

/// What an awaited look-up throws, or nil if it throws no error of the library.
func dependencyError<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ lookUp: () async throws -> Result
) async -> DependencyError? {
    do {
        _ = try await lookUp()
    } catch let error as DependencyError {
        return error
    } catch {}
    return nil
}

/// The reason of what a look-up throws, and its path: `cycle: A → B → A`.
func failure<Result>(_ lookUp: () throws -> Result) -> String? { dependencyError(lookUp)?.inShort }

/// The same for an awaited look-up.
func failure<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ lookUp: () async throws -> Result
) async -> String? {
    await dependencyError(lookUp)?.inShort
}

extension DependencyError {
    /// The reason, and the names or else the types on the path.
    var inShort: String {
        let steps = path.map { $0.name ?? "\($0.service)" }
        return "\("\(reason)".prefix { $0 != "(" }): \(steps.joined(separator: " → "))"
    }
}
