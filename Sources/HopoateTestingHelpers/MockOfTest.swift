public import Hopoate

/// Returns a mock of the current test.
///
/// ```swift
/// let analytics: MockAnalytics = try mock(of: (any AnalyticsProviding).self)
/// ```
///
/// The newest mock of the service answers that has the requested type. A `.mock` trait or a ``MockContainer`` of the test has
/// registered it. If the test has changed a part of it, as in `container[\.client].fetch = { … }`, this is the changed mock. Call
/// the function in the test, or in a task that inherits from the test's task. If the mock is isolated to an actor, call it on that
/// actor. This is not a resolution, so it does not count for ``IsolationOptions/verifyingMocks``.
///
/// - Parameters:
///   - service: The service's type, as in the trait.
///   - name: The name in the trait, or none.
///   - type: The mock's own type.
/// - Returns: The mock.
/// - Throws: An error that names the test's mocks, if none of them fits.
public func mock<Service, Mock>(
    of service: Service.Type,
    named name: String? = nil,
    as type: Mock.Type = Mock.self
) throws -> Mock {
    let naming = name.map { ", named: \($0.debugDescription)" } ?? ""
    let title = ServiceKey.describe("\(service)", named: name)
    return try findMock(title, DependencyError.metatype(of: service) + naming) {
        $0.service == service && $0.name == name
    }
}

/// Returns a mock of the current test for a typed key.
///
/// ```swift
/// let articles: MockArticles = try mock(of: \.articles)
/// ```
///
/// The rules of ``mock(of:named:as:)`` apply.
///
/// - Parameters:
///   - path: The key.
///   - type: The mock's own type.
/// - Returns: The mock.
/// - Throws: An error that names the test's mocks, if none of them fits.
public func mock<Service, Mock>(of path: DependencyKeyPath<Service>, as type: Mock.Type = Mock.self) throws -> Mock {
    let (key, spelling) = (DependencyKey.key(path), DependencyKey.spelling(of: path))
    return try findMock(spelling, spelling) { $0.key == key }
}

/// The newest mock of a type.
private func findMock<Mock>(_ title: String, _ code: String, where isMeant: (RegistrationInfo) -> Bool) throws -> Mock {
    let mocks = mocksOfTest()
    let instances = mocks.filter(isMeant).compactMap(\.registration.instance)
    if let mock = instances.lazy.compactMap({ $0 as? Mock }).first { return mock }
    let remark = instances.first.map { conformanceHint(for: $0, to: Mock.self, cure: "call `mock(of:)`") } ?? ""
    let others = mocks.map { mock in
        "a \(type(of: mock.registration.instance ?? ())) of \(mock.key.spelling), registered at \(mock.place)"
    }
    throw MissingMock(
        description: """
            No mock of \(title) that is a \(Mock.self) is registered in this test, which has \
            \(others.isEmpty ? "no mocks" : others.joined(separator: ", ")).
            To fix this, add .mock(\(code)) { YourMock() } to the test or its suite, and call `mock(of:)` in the test or in a task \
            that inherits from it.\(remark)
            """
    )
}

/// The mocks in the containers of the test, each once, the newest first. The process-wide container may have those of others.
private func mocksOfTest() -> [RegistrationInfo] {
    let isolated = Isolation.current.get().map { $0.withOuter.map(\.container) } ?? []
    var origins: Set<UInt64> = []
    return (DependencyContainer.shared.withParents + isolated).filter { $0 !== DependencyContainer.processWide }
        .flatMap { $0.registrations.reversed() }
        .filter { $0.mock != nil && origins.insert($0.origin).inserted }
}

/// The error of `mock(of:)`.
private struct MissingMock: Error, CustomStringConvertible { let description: String }
