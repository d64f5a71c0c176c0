// An app, in a dynamic library with a copy of Hopoate in it.

import Hopoate

/// The number that the app finds in its shared container.
@_cdecl("app_sees")
public func appSees() -> Int { DependencyContainer.shared.optionalResolve(Int.self) ?? -1 }
