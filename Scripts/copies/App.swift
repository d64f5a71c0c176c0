// An app, in a dynamic library with a copy of Hopoate in it.

import Hopoate

@_cdecl("app_sees")
public func appSees() -> Int { DependencyContainer.shared.optionalResolve(Int.self) ?? -1 }
