// `validate` needs an import. The error says which.

import Hopoate

#if CURED
import HopoateDiagnostics
#endif

nonisolated func validating(_ container: DependencyContainer) async throws {
    // error: add 'import HopoateDiagnostics'
    try container.validate()
    // error: add 'import HopoateDiagnostics'
    try await container.validate(runningCreators: true)
}
