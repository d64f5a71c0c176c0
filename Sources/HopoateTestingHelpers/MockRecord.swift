import Hopoate

/// What is known about a mock that a `MockContainer` has registered, for reports.
///
/// Each warning tells what has happened: a newer registration hid the mock, the real service answered the test, or two tests share
/// a mock. That a test does not need a mock is no fault.
final class MockRecord: Sendable {
    private let registration: AnyServiceRegistration
    private let registered: RegisteredMock
    private let container: DependencyContainer
    /// The mock and its service.
    private let description: String
    /// The test that has registered the mock.
    private let test = TestWork.warnedTest
    /// Where the newest registration above the mock was made, and whether it is a mock.
    private let newer = Protected<(place: CodePlace, isMock: Bool)?>(nil)
    /// Sees other tests resolve the mock.
    private let observation = Protected<ResolutionObservation?>(nil)

    /// The mocks that tests have registered in the process-wide container.
    private static let processWide = Protected<[MockRecord]>([])
    /// See look-ups in tests that are not isolated, after the end of a mock. One for each key is enough to find a fault at last.
    private static let lookups = Protected<[ServiceKey: [ResolutionObservation]]>([:])

    /// Whether anything about a mock in a container may be reported.
    static func isNeeded(in container: DependencyContainer) -> Bool {
        TestWork.nameOfTest != nil || Isolation.verifyingMocks(of: container) != nil
    }

    /// - Parameters:
    ///   - mock: The mock, which the record does not keep.
    ///   - registration: The mock's registration in the container.
    ///   - registered: Counts the uses of the mock.
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
        if Isolation.current.get()?.isOutside(container) == true {
            warn(
                """
                \(description) is registered in a container that existed before this isolated test: other tests find the mock \
                there, too. Create the container in the test, or register it as a service, so that each test creates its own.
                """,
                at: place
            )
        } else if container === DependencyContainer.processWide {
            warnOfOtherTests()
        }
    }

    /// To be called before the mock is removed.
    func end() {
        MockRecord.processWide.withLock { $0.removeAll { $0 === self } }
        observation.withLock { $0.take() }?.cancel()
        guard findNewerRegistration(), let messageIfUnused else { return }
        guard let newer = newer.withLock({ $0 }) else { return warnOfRealService() }
        // A test may replace a mock by another one.
        if !newer.isMock, Isolation.verifyingMocks(of: container) == nil { warn(messageIfUnused, at: place) }
    }

    var place: CodePlace { registration.place }

    /// Nil if the mock was resolved.
    var messageIfUnused: String? {
        let remark = newer.withLock { $0 }.map { "\nThe registration at \($0.place) is newer, and hid the mock." }
        return registered.count > 0 ? nil : "\(description) was never resolved.\(remark ?? "")"
    }

    /// Finds the newest registration above the mock.
    ///
    /// - Returns: Whether the mock is still registered, and was never resolved.
    @discardableResult
    func findNewerRegistration() -> Bool {
        if registered.count > 0 { return false }
        let registrations = container.registrations.filter { $0.key == registration.key }
        guard let own = registrations.first(where: { $0.registration === registration }) else { return false }
        // A mock that was changed stands above the original, and its uses are the original's.
        let above = registrations.last { info in
            info.depth < own.depth && !info.isDecorator && !(info.isMock && info.registration.isFromSetter)
        }
        newer.withLock { [new = above.map { ($0.place, $0.isMock) }] in $0 = new }
        return true
    }

    /// Warns if the test itself has released the mock, and its next look-up of the service gets what the mock stood above.
    private func warnOfRealService() {
        // Only their containers tell the cases of a test apart.
        guard let test, TestWork.warnedTest?.id == test.id, !test.hasCases || Isolation.current.get() != nil
        else { return }
        let (key, number, place) = (registration.key, registration.number, place)
        // Nil once the service has been looked up.
        let description = Protected<String?>(description)
        let observe = { @Sendable (event: ResolutionEvent) in
            guard event.registration.key == key, event.kind == .hit || event.kind == .creationBegan,
                TestWork.warnedTest?.id == test.id, let description = description.withLock({ $0.take() }),
                let lookup = RealLookup(event, isReal: { $0 < number })
            else { return }
            warn(
                """
                \(description) was released before the service was resolved. \(lookup.story) Store the MockContainer in a \
                property, or hold it with `withExtendedLifetime`: `_ = MockContainer(…)` releases it at once.
                """,
                at: place
            )
        }
        let observations = container.withParents.map { $0.observe(observe) }
        if let isolation = Isolation.current.get() { return isolation.hold(observations) }
        // The former ones are released after unlocking.
        _ = MockRecord.lookups.withLock { $0.updateValue(observations, forKey: key) }
    }

    /// Warns if another test has a mock of the service in the process-wide container, or resolves this one.
    private func warnOfOtherTests() {
        guard let test else { return }
        let cure = "Isolate both tests with `.isolatedDependencies`."
        let others = MockRecord.processWide.withLock { records in
            defer { records.append(self) }
            return records.filter { $0.registration.key == registration.key && $0.test?.id != test.id }
        }
        if let other = others.last, let name = other.test?.name {
            let fault = "is registered in the process-wide container by \(test.name), and another one by \(name)"
            warn("\(description) \(fault), at \(other.place). Each test may resolve the other's. \(cure)", at: place)
        }
        let warned = Protected<Set<String>>([])
        let observe = { @Sendable [self] (event: ResolutionEvent) in
            guard event.registration.number == registration.number, Isolation.current.get() == nil,
                let other = TestWork.warnedTest, other.id != test.id,
                warned.withLock({ $0.insert(other.name).inserted })
            else { return }
            let fault = "which \(test.name) has registered in the process-wide container, at \(place), was resolved by"
            warn("\(description), \(fault) \(other.name). \(cure)", at: event.place)
        }
        observation.withLock { [new = container.observe(observe)] in $0 = new }
    }
}
