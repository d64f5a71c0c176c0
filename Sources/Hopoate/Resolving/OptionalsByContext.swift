// A service whose type the compiler infers is no optional: `let store: Store? = resolve()` is a warning. The functions also make
// `let store = resolve()` an error that says what is missing.

extension DependencyContainer {
    /// Named ``optionalResolve(_:named:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, deprecated, message: "use optionalResolve(_:), which returns nil if nothing is registered")
    public func resolve<Service>(
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        optionalResolve(Service.self, named: name, fileID: fileID, line: line)
    }

    /// Needs the type: ``resolving(_:named:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, deprecated, message: "pass the type: an inferred one is not optional")
    public func resolving<Service>(
        named name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Service? {
        try resolving(Service.self, named: name, fileID: fileID, line: line)
    }

    /// Needs the type: ``asyncResolve(_:named:isolation:fileID:line:)``.
    @_alwaysEmitIntoClient
    @available(*, deprecated, message: "pass the type: an inferred one is not optional")
    public func asyncResolve<Service>(
        named name: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service? {
        try await asyncResolve(Service.self, named: name, fileID: fileID, line: line)
    }
}

/// Named ``optionalResolve(_:named:fileID:line:)``.
@_alwaysEmitIntoClient
@available(*, deprecated, message: "use optionalResolve(_:), which returns nil if nothing is registered")
public func resolve<Service>(
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service? {
    optionalResolve(Service.self, named: name, fileID: fileID, line: line)
}

/// Needs the type: ``resolving(_:named:fileID:line:)``.
@_alwaysEmitIntoClient
@available(*, deprecated, message: "pass the type: an inferred one is not optional")
public func resolving<Service>(
    named name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) throws -> Service? {
    try resolving(Service.self, named: name, fileID: fileID, line: line)
}

/// Needs the type: ``asyncResolve(_:named:isolation:fileID:line:)``.
@_alwaysEmitIntoClient
@available(*, deprecated, message: "pass the type: an inferred one is not optional")
public func asyncResolve<Service>(
    named name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
) async throws -> Service? {
    try await asyncResolve(Service.self, named: name, fileID: fileID, line: line)
}
