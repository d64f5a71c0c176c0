// `validate` needs an import. The error says which.

import Hopoate

#if CURED
import HopoateDiagnostics
#endif

nonisolated func validating(_ container: DependencyContainer) throws {
    // error: add 'import HopoateDiagnostics'
    try container.validate()
}
