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
    private let test = TestWork.test
    /// The place of the newest registration above the mock, and whether that is a mock too.
    private let newer = Protected<(place: CodePlace, isMock: Bool)?>(nil)

    /// The mocks that tests have registered in the process-wide container.
    private struct ProcessWide {
        /// By the origins of their registrations.
        var records: [UInt64: MockRecord] = [:]
        /// The origins of each test's mocks of a key, the newest last.
        var origins: [ServiceKey: [RunningTest: [UInt64]]] = [:]
        /// Finds other tests that resolve the mocks. Nil if there are none.
        var observation: ResolutionObservation?
        /// The tests that were warned of mocks.
        var warned: Set<[String]> = []
    }

    private static let processWide = Protected(ProcessWide())

    /// Whether problems of a mock in a container are reported.
    static func isNeeded(in container: DependencyContainer) -> Bool {
        TestWork.nameOfTest != nil || Isolation.verifyingMocks(of: container) != nil
    }

    /// - Parameters:
    ///   - mock: The mock. The record does not keep it.
    ///   - registration: The mock's registration in the container.
    ///   - registered: Counts the resolutions of the mock.
    ///   - container: The container.
    init(
        _ mock: Any,
        _ registration: AnyServiceRegistration,
        _ registered: RegisteredMock,
        in container: DependencyContainer
    ) {
        (self.registration, self.registered, self.container) = (registration, registered, container)
        description = "The mock \(type(of: mock)) of \(registration.key.serviceType)"
        Isolation.verifyingMocks(of: container)?.mocks.withLock { $0.append(self) }
        if let test, container === DependencyContainer.processWide { begin(of: test) }
    }

    /// Warns about the mock. Call it before the mock is removed.
    func end() {
        if let test, container === DependencyContainer.processWide { end(of: test) }
        guard findNewerRegistration(), let messageIfUnused, let newer = newer.withLock({ $0 }) else { return }
        // A test may override a mock by another one.
        if !newer.isMock, Isolation.verifyingMocks(of: container) == nil { warn(messageIfUnused, at: place) }
    }

    var place: CodePlace { registration.place }

    /// Nil if the mock was resolved.
    var messageIfUnused: String? {
        let remark = newer.withLock { $0 }.map { "\nThe newer registration at \($0.place) hid the mock." }
        return registered.count > 0 ? nil : "\(description) was never resolved.\(remark ?? "")"
    }

    /// Finds the newest registration above the mock.
    ///
    /// - Returns: Whether the mock is still registered, and was never resolved.
    @discardableResult
    func findNewerRegistration() -> Bool {
        guard registered.count == 0, let registrations = registration.registrationsAbove else { return false }
        // A changed mock stands above the original, which counts its resolutions.
        let above = registrations.last { !$0.isDecorator && !($0.isMock && $0.registration.isFromSetter) }
        newer.withLock { [new = above.map { ($0.place, $0.isMock) }] in $0 = new }
        return true
    }
}

// Mocks in the process-wide container, which tests may share.
extension MockRecord {
    private static let cure = "Isolate both tests with `.isolatedDependencies`."

    /// Warns if another test has a mock of the service there.
    private func begin(of test: RunningTest) {
        let (origin, key) = (registration.origin, registration.key)
        let (other, isFirst) = MockRecord.processWide.withLock { state -> (MockRecord?, Bool) in
            let other = state.origins[key]?.first { $0.key != test }?.value.last
            state.origins[key, default: [:]][test, default: []].append(origin)
            defer { state.records[origin] = self }
            return (other.flatMap { state.records[$0] }, state.records.isEmpty)
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

    private func end(of test: RunningTest) {
        let (origin, key) = (registration.origin, registration.key)
        // Released after unlocking.
        _ = MockRecord.processWide.withLock { state -> ResolutionObservation? in
            state.records[origin] = nil
            if let index = state.origins[key]?[test]?.lastIndex(of: origin) {
                state.origins[key]![test]!.remove(at: index)
            }
            if state.origins[key]?[test]?.isEmpty == true { state.origins[key]![test] = nil }
            if state.origins[key]?.isEmpty == true { state.origins[key] = nil }
            if !state.records.isEmpty { return nil }
            state.warned = []
            return state.observation.take()
        }
    }

    /// Warns a test that is not isolated, and resolves another test's mock.
    @Sendable private static func warnOfOtherTest(_ event: ResolutionEvent) {
        let origin = event.registration.origin
        guard Isolation.current.get() == nil, let record = processWide.withLock({ $0.records[origin] }),
            let owner = record.test, let test = TestWork.test, test != owner,
            processWide.withLock({ $0.warned.insert(["\(origin)", test.name]).inserted })
        else { return }
        let fault = "which \(owner.name) registered in the process-wide container, at \(record.place), was resolved by"
        warn("\(record.description), \(fault) \(test.name). \(cure)", at: event.place)
    }

    /// Whether a registration in the process-wide container, or a copy of one, is a mock of another test, or a changed one.
    static func isOfOtherTest(_ mock: RegistrationInfo, than test: RunningTest? = TestWork.test) -> Bool {
        guard mock.isMock, let test else { return false }
        return processWide.withLock { state in
            if let record = state.records[mock.origin] { return record.test != test }
            let tests = state.origins[mock.key]
            return mock.registration.isFromSetter && tests?.isEmpty == false && tests?[test] == nil
        }
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
