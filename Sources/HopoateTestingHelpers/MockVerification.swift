import Hopoate

/// The mocks that are registered in the container of a test, each of which has to be resolved.
final class MockVerification: Sendable {
    private struct Mock {
        let info: RegistrationInfo
        let type: Any.Type
        let registered: RegisteredMock
        /// Whether the test has registered a newer mock above it.
        var isOverridden = false
    }

    private struct State {
        var mocks: [Mock] = []
        /// The index of the newest mock of each service.
        var newest: [ServiceKey: Int] = [:]
        /// The keys of the services that were resolved with an argument.
        var withArgument: Set<ServiceKey> = []
    }

    private let state = Protected(State())

    /// Adds a mock that was registered, or the key of a service that was resolved with an argument.
    func add(_ event: ResolutionEvent) {
        let (info, key) = (event.registration, event.registration.key)
        if event.kind != .registered {
            if key.takesArgument { state.withLock { _ = $0.withArgument.insert(key) } }
            return
        }
        // The resolutions of a changed mock count for the original.
        guard let registered = info.mock, !info.registration.isFromSetter else { return }
        let mock = Mock(info: info, type: type(of: info.registration.instance ?? ()), registered: registered)
        state.withLock { state in
            if let older = state.newest.updateValue(state.mocks.count, forKey: key) {
                state.mocks[older].isOverridden = !state.mocks[older].registered.hasEnded
            }
            state.mocks.append(mock)
        }
    }

    func forget() { state.withLock { $0.mocks = [] } }

    /// Reports the mocks that were not resolved, unless the test has failed.
    func report(to reporter: Reporter) {
        if reporter.hasFailed { return }
        let (mocks, withArgument) = state.withLock { ($0.mocks, $0.withArgument) }
        for mock in mocks where mock.registered.count == 0 && !mock.isOverridden {
            let fault = "The mock \(mock.type) of \(mock.info.service) was never resolved."
            let other = withArgument.first { mock.info.key.isOfService(taking: $0) }
            let cause = other.map { "\n\($0.description) was resolved: register the mock with `taking:`." } ?? ""
            reporter.report(fault + cause, at: mock.info.place)
        }
    }
}
