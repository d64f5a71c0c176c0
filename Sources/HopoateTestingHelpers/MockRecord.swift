import Hopoate

/// Reports problems of a mock that a test has registered by a `MockContainer`: a newer registration hid it, or another test shares
/// it. An unused mock is otherwise no problem, unless the test verifies its mocks.
final class MockRecord: Sendable {
    private let registration: AnyServiceRegistration
    private let registered: RegisteredMock
    private let container: DependencyContainer
    /// The mock and its service.
    private let description: String
    /// The test that has registered the mock, if one has.
    private let test: RunningTest?
    /// Why the mock was not resolved, if that is known.
    private let cause = Protected<String?>(nil)
    /// Whether the test has registered a newer mock above it.
    private let isOverridden = Protected(false)

    /// The mocks that tests have registered in the process-wide container.
    private struct ProcessWide {
        /// The newest last.
        var records: [ServiceKey: [MockRecord]] = [:]
        /// Finds other tests that resolve the mocks. Nil if there are none.
        var observation: ResolutionObservation?
        /// The tests that were warned of mocks.
        var warned: Set<[String]> = []
        /// Where properties of XCTest's test cases have registered mocks.
        var stored: Set<String> = []
    }

    private static let processWide = Protected(ProcessWide())

    /// - Parameters:
    ///   - registration: The mock's registration in the container.
    ///   - registered: Counts the resolutions of the mock.
    ///   - test: The test that has registered the mock, if one has.
    ///   - container: The container.
    init(
        _ registration: AnyServiceRegistration,
        _ registered: RegisteredMock,
        of test: RunningTest?,
        in container: DependencyContainer
    ) {
        (self.registration, self.registered, self.test, self.container) = (registration, registered, test, container)
        description = "The mock \(type(of: registration.instance ?? ())) of \(registration.key.serviceType)"
        Isolation.verifyingMocks(of: container)?.add(self, for: registration.key)
        if let test, container === DependencyContainer.processWide { begin(of: test) }
    }

    /// Warns if the mock was hidden. Call it before the mock is removed.
    func end() {
        if test != nil, container === DependencyContainer.processWide { endSharing() }
        if findCause(), cause.withLock({ $0 }) != nil, Isolation.verifyingMocks(of: container) == nil {
            messageIfUnused.map { warn($0, at: place) }
        }
    }

    /// Notes that the test has registered a newer mock, if this one is still registered.
    func override() {
        if registration.newestAbove(where: { _ in true }) != nil { isOverridden.withLock { $0 = true } }
    }

    var place: CodePlace { registration.place }

    var number: UInt64 { registration.number }

    /// Nil if the mock was resolved, or a test has overridden it.
    var messageIfUnused: String? {
        let cause = cause.withLock { $0 }.map { "\n\($0)" } ?? ""
        return registered.count > 0 || isOverridden.withLock { $0 } ? nil : "\(description) was never resolved.\(cause)"
    }

    /// Finds out why the mock was not resolved. Call it while it is registered.
    ///
    /// - Returns: Whether it is still registered, and was never resolved.
    @discardableResult
    func findCause() -> Bool {
        // A changed mock stands above the original, which counts its resolutions.
        guard registered.count == 0,
            let above = registration.newestAbove(where: { !$0.isDecorator && !($0.isMock && $0.isFromSetter) })
        else { return false }
        // Another mock above it is no fault.
        let hiding = above.flatMap { $0.isMock ? nil : "The newer registration at \($0.place) hid the mock." }
        cause.withLock { [found = hiding ?? otherCause] in $0 = found }
        return true
    }

    /// A cause that only a test with verified mocks gets to know.
    private var otherCause: String? {
        guard let isolation = Isolation.verifyingMocks(of: container), let mock = registration.instance
        else { return nil }
        let service = registration.key.serviceType
        func contributions<Service>(_ service: Service.Type) -> RegistrationInfo? {
            container.newestRegistration(of: ServiceKey(contributionsTo: service, named: registration.key.name))
        }
        if let contribution = _openExistential(service, do: contributions) {
            let list = DependencyError.metatype(of: service).dropFirst().dropLast(6)
            return "\(service) has contributions, at \(contribution.place). Mock their list: `for: [\(list)].self`."
        }
        func isMock<Service>(_ service: Service.Type) -> Bool { isProtocol(service) && mock is Service }
        let used = isolation.resolvedServices.first { $0 != service && _openExistential($0, do: isMock) }
        return used.map { used in
            let code = DependencyError.metatype(of: used)
            return "\(type(of: mock)) is a \(used), which was resolved: register it `for: \(code)`."
        }
    }
}

// Mocks in the process-wide container, which tests may share.
extension MockRecord {
    private static let cure = "Isolate both tests with `.isolatedDependencies`."

    /// Warns if another test has a mock of the service there.
    private func begin(of test: RunningTest) {
        let key = registration.key
        let (other, isFirst) = MockRecord.processWide.withLock { state -> (MockRecord?, Bool) in
            defer { state.records[key, default: []].append(self) }
            return (state.records[key]?.last { $0.test != test }, state.records.isEmpty)
        }
        if isFirst {
            let observation = container.observe(MockRecord.warnOfOtherTest)
            MockRecord.processWide.withLock { $0.observation = $0.records.isEmpty ? nil : observation }
        }
        guard let other, let name = other.test?.name else { return }
        let fault = "is registered in the process-wide container by \(test.name), and another mock of it by \(name)"
        let note = "Each may resolve the other's mock."
        warn("\(description) \(fault), at \(other.place). \(note) \(MockRecord.cure)", at: place)
    }

    private func endSharing() {
        let key = registration.key
        // Released after unlocking.
        _ = MockRecord.processWide.withLock { state -> ResolutionObservation? in
            state.records[key]?.removeAll { $0 === self }
            if state.records[key]?.isEmpty == true { state.records[key] = nil }
            if !state.records.isEmpty { return nil }
            state.warned = []
            return state.observation.take()
        }
    }

    /// Warns a test that is not isolated, and resolves another test's mock.
    @Sendable private static func warnOfOtherTest(_ event: ResolutionEvent) {
        let (key, origin) = (event.registration.key, event.registration.origin)
        guard Isolation.current.get() == nil,
            let record = processWide.withLock({ $0.records[key]?.first { $0.registration.origin == origin } }),
            let owner = record.test, let test = TestWork.test, test != owner,
            processWide.withLock({ $0.warned.insert(["\(origin)", test.name]).inserted })
        else { return }
        let fault = "which \(owner.name) registered in the process-wide container, at \(record.place), was resolved by"
        warn("\(record.description), \(fault) \(test.name). \(cure)", at: event.place)
    }

    /// Whether a registration in the process-wide container, or a copy of one, is a mock of another test, or a changed one.
    static func isOfOtherTest(_ mock: RegistrationInfo, than test: RunningTest? = TestWork.test) -> Bool {
        guard mock.isMock, let test, let owner = mock.testOfMock else { return false }
        return owner != test.id
    }

    /// Reports mocks that properties of a test case of XCTest have registered before all tests, for all of them.
    static func reportStoredMocks(of testCase: AnyObject) {
        let parts = sequence(first: Mirror(reflecting: testCase), next: \.superclassMirror)
        for case let mock as any AnyMockContainer in parts.flatMap({ $0.children.map(\.value) })
        where mock.container === DependencyContainer.processWide {
            processWide.withLock { _ = $0.stored.insert(mock.place.description) }
            report(
                """
                A property of \(type(of: testCase)) creates this MockContainer before all tests, so its mock is registered in the \
                process-wide container, for the tests of all classes. Create it in `setUp`, in the test or in \
                `registerDependencies(in:)`.
                """,
                at: mock.place
            )
        }
    }

    /// Whether a mock is another test's, or a property of a test case has registered it for all tests.
    static func isForeign(_ mock: RegistrationInfo) -> Bool {
        processWide.withLock { $0.stored.contains(mock.place.description) } || isOfOtherTest(mock)
    }

    /// Removes other tests' mocks from the copy of a container: a test must not pass because of them.
    static func removeOthers(from fork: DependencyContainer) {
        let test = TestWork.test
        for container in fork.withParents {
            for info in container.registrations.reversed() where isOfOtherTest(info, than: test) {
                container.remove(info.registration)
            }
        }
    }

    /// The mocks that the current test has registered, each once, the newest first.
    static var mocksOfCurrentTest: [RegistrationInfo] {
        let (test, isolations) = (TestWork.test, Isolation.current.get()?.containers ?? [])
        var origins: Set<UInt64> = []
        return (DependencyContainer.shared.withParents + isolations).flatMap { $0.registrations.reversed() }
            .filter { $0.isMock && !isOfOtherTest($0, than: test) && origins.insert($0.origin).inserted }
    }
}
