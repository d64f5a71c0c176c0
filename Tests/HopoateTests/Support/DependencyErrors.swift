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
