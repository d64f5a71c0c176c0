import Hopoate

/// Reports problems of a mock that a `MockContainer` has registered.
///
/// It warns if a newer registration hid the mock, if the test resolved the real service, or if two tests share a mock. An unused
/// mock is otherwise no problem, unless the test verifies its mocks.
final class MockRecord: Sendable {
    private let registration: AnyServiceRegistration
    private let registered: RegisteredMock
    private let container: DependencyContainer
    /// The mock and its service.
    private let description: String
    /// The test that has registered the mock.
    private let test = TestWork.testToWarn
    /// The place of the newest registration above the mock, and whether that is a mock too.
    private let newer = Protected<(place: CodePlace, isMock: Bool)?>(nil)
    /// Warns of other tests that resolve the mock.
    private let observation = Protected<ResolutionObservation?>(nil)

    /// The mocks that tests have registered in the process-wide container.
    private static let processWide = Protected<[MockRecord]>([])
    /// Observe tests that are not isolated after the end of a mock, by key. Keeps only the newest, so that they do not pile up.
    private static let observationsAfterEnd = Protected<[ServiceKey: [ResolutionObservation]]>([:])

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
        if Isolation.current.get()?.predatesTest(container) == true {
            warn(
                """
                \(description) is registered in a container that existed before this isolated test: other tests find the mock \
                there, too. Create the container in the test, or register the container as a service that each test creates.
                """,
                at: place
            )
        } else if container === DependencyContainer.processWide {
            warnOfOtherTests()
        }
    }

    /// Warns about the mock. Call it before the mock is removed.
    func end() {
        MockRecord.processWide.withLock { $0.removeAll { $0 === self } }
        observation.withLock { $0.take() }?.cancel()
        guard findNewerRegistration(), let messageIfUnused else { return }
        guard let newer = newer.withLock({ $0 }) else { return warnOfRealService() }
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
        if registered.count > 0 { return false }
        let registrations = container.registrations.filter { $0.key == registration.key }
        guard let own = registrations.first(where: { $0.registration === registration }) else { return false }
        // A changed mock stands above the original, which counts its resolutions.
        let above = registrations.last { info in
            info.depth < own.depth && !info.isDecorator && !(info.isMock && info.registration.isFromSetter)
        }
        newer.withLock { [new = above.map { ($0.place, $0.isMock) }] in $0 = new }
        return true
    }

    /// Warns if the test has released the mock itself, and its next look-up of the service finds a real registration.
    private func warnOfRealService() {
        // The cases of a test can only be told apart by their containers.
        guard let test, TestWork.testToWarn?.id == test.id, !test.hasCases || Isolation.current.get() != nil
        else { return }
        let (key, number, place) = (registration.key, registration.number, place)
        // Nil after the first look-up.
        let description = Protected<String?>(description)
        let observe = { @Sendable (event: ResolutionEvent) in
            guard event.registration.key == key, event.kind == .hit || event.kind == .creationBegan,
                TestWork.testToWarn?.id == test.id, let description = description.withLock({ $0.take() }),
                let lookup = RealLookup(event, isReal: { $0 < number })
            else { return }
            warn(
                """
                \(description) was released before the service was resolved. \(lookup.origins) Store the MockContainer in a \
                property, or hold it with `withExtendedLifetime`: `_ = MockContainer(…)` releases it immediately.
                """,
                at: place
            )
        }
        let observations = container.withParents.map { $0.observe(observe) }
        if let isolation = Isolation.current.get() { return isolation.hold(observations) }
        // The older ones are released after unlocking.
        _ = MockRecord.observationsAfterEnd.withLock { $0.updateValue(observations, forKey: key) }
    }

    /// Warns if another test has a mock of the service in the process-wide container, or resolves this mock.
    private func warnOfOtherTests() {
        guard let test else { return }
        let cure = "Isolate both tests with `.isolatedDependencies`."
        let others = MockRecord.processWide.withLock { records in
            defer { records.append(self) }
            return records.filter { $0.registration.key == registration.key && $0.test?.id != test.id }
        }
        if let other = others.last, let name = other.test?.name {
            let fault = "is registered in the process-wide container by \(test.name), and another mock of it by \(name)"
            warn("\(description) \(fault), at \(other.place). Each may resolve the other's mock. \(cure)", at: place)
        }
        let warned = Protected<Set<String>>([])
        let observe = { @Sendable [self] (event: ResolutionEvent) in
            guard event.registration.number == registration.number, Isolation.current.get() == nil,
                let other = TestWork.testToWarn, other.id != test.id,
                warned.withLock({ $0.insert(other.name).inserted })
            else { return }
            let fault = "which \(test.name) registered in the process-wide container, at \(place), was resolved by"
            warn("\(description), \(fault) \(other.name). \(cure)", at: event.place)
        }
        observation.withLock { [new = container.observe(observe)] in $0 = new }
    }
}
