public import Hopoate
import HopoateDiagnostics
import Testing

extension DependencyKeys {
    fileprivate var answer: DependencyKey<Int> { .init { 42 } }
}

/// For the whole test process. Only containers that a test has given something to do are concerned.
extension DependencyContainer: AutoRegistering {
    /// Does what the running test has asked for, and what the random program that runs here has.
    public func autoRegister() {
        for entry in AutoRegisteringTests.entries.value where entry.container === self { entry.register(self) }
        SharedWorkshop.current?.registerAutomatically(in: self)
    }
}

@Suite struct AutoRegisteringTests {
    fileprivate struct Entry: @unchecked Sendable {
        weak var container: DependencyContainer?
        let register: @Sendable (DependencyContainer) -> Void
    }

    fileprivate static let entries = Shared<[Entry]>([])

    let container = DependencyContainer()

    private func whenMissing(
        in container: DependencyContainer? = nil,
        _ register: @escaping @Sendable (DependencyContainer) -> Void
    ) {
        let entry = Entry(container: container ?? self.container, register: register)
        AutoRegisteringTests.entries.change { $0.append(entry) }
    }

    private struct Storage: DependencyModule {
        func register(in container: DependencyContainer) { container.contribute(to: String.self) { "storage" } }
    }

    private struct Feature: DependencyModule {
        func register(in container: DependencyContainer) { _ = container.canResolve(Double.self) }
    }

    @Test func aModuleIsInstalledOnceAlsoWhenItIsInstalledAutomatically() {
        whenMissing { container in container.install(Storage()) }
        let feature = container.install(Feature())
        #expect(container.resolveAll(String.self) == ["storage"])
        container.remove(feature)
        #expect(container.resolveAll(String.self) == ["storage"])
        container.install(Storage())
        #expect(container.resolveAll(String.self) == ["storage"])
    }

    private struct OneStore: DependencyModule {
        func register(in container: DependencyContainer) { container.register("one", for: String.self) }
    }

    private struct AnotherStore: DependencyModule {
        func register(in container: DependencyContainer) { container.register("another", for: String.self) }
    }

    @Test func aServiceOfTwoModulesIsADuplicateAlsoWhenTheyAreInstalledAutomatically() {
        let byHand = DependencyContainer()
        byHand.install(OneStore())
        byHand.install(AnotherStore())
        #expect(throws: DependencyValidationError.self) { try byHand.validate() }
        whenMissing { container in
            container.install(OneStore())
            container.install(AnotherStore())
        }
        #expect(container.graph().nodes.allSatisfy { $0.module != nil })
        #expect(throws: DependencyValidationError.self) { try container.validate() }
    }

    @Test func aGraphShowsTheDefaultThatAnAutomaticDecoratorWraps() throws {
        whenMissing { $0.decorate(\.answer) { $0 + 1 } }
        #expect(container.graph().nodes.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.decorator, .default])
        try container.validate()
    }

    @Test func whatIsRegisteredByHandMeanwhileIsNotMissingBelowADecorator() {
        let (container, resolved) = (container, Shared<Int?>(nil))
        let (isHalfDone, mayGoOn) = (Barrier(2), Barrier(2))
        container.decorate(Int.self) { $0 + 1 }
        whenMissing { _ in
            isHalfDone.wait()
            mayGoOn.wait()
        }
        let haveEnded = onThreads(2) { index in
            if index == 0 {
                resolved.value = try? container.resolving(Int.self)
            } else {
                isHalfDone.wait()
                container.register(1, for: Int.self)
                mayGoOn.wait()
            }
        }
        #expect(haveEnded)
        #expect(resolved.value == 1)
    }

    /// The registrations, as such, must not be what is missing when another thread removes everything.
    @Test func aTypedKeyIsNotMissingWhileAnotherThreadResets() {
        let (container, isOver) = (container, Shared(false))
        let haveEnded = onThreads(4) { index in
            if index < 2 {
                while !isOver.value {
                    container.reset()
                    container.decorate(\.answer) { $0 + 1 }
                }
            } else {
                defer { isOver.value = true }
                for _ in 0..<60_000 {
                    do { _ = try container.resolving(\.answer) } catch {
                        Issue.record(error)
                        return
                    }
                }
            }
        }
        #expect(haveEnded)
    }

    @Test func itRunsOnceWhenALookUpFirstMisses() {
        let runs = Counter()
        whenMissing { container in
            container.register("automatic \(runs.increment())", for: String.self)
        }
        container.register(5, for: Int.self)
        #expect(container.resolve(Int.self) == 5)
        #expect(runs.count == 0)
        #expect(container.resolve(String.self) == "automatic 1")
        #expect(container.optionalResolve(Double.self) == nil)
        #expect(runs.count == 1)
    }

    @Test func whatEachContainerIsToHaveIsMadeInTheOneThatIsAsked() {
        whenMissing { container in
            container.register(String.self, lifetime: .perContainer) { "made of \(resolve(Int.self))" }
            container.contribute(to: String.self, lifetime: .perContainer) { "contributed to \(resolve(Int.self))" }
        }
        container.register(0, for: Int.self)
        let child = DependencyContainer(parent: container)
        child.register(1, for: Int.self)
        #expect(child.resolve(String.self) == "made of 1")
        #expect(child.resolveAll(String.self) == ["contributed to 1"])
        #expect(container.resolve(String.self) == "made of 0")
        #expect(container.resolveAll(String.self) == ["contributed to 0"])
    }

    @Test func aPropertyKeepsWhatItGotWhenItRanFirst() {
        whenMissing { container in
            container.register(Logger.self, lifetime: .transient) { Logger() }
            container.decorate(Logger.self) { $0 }
        }
        let logger = Dependency<Logger>(container: DependencyContainer(parent: container))
        #expect(logger.wrappedValue === logger.wrappedValue)
    }

    @Test func argumentsAreTakenByWhatItRegistersAlsoWhenThatIsDecorated() {
        whenMissing { container in
            container.register(String.self, taking: Int.self) { "\($0)" }
            container.decorate(String.self, taking: Int.self) { "automatic \($0)" }
        }
        container.decorate(String.self, taking: Int.self) { "decorated \($0)" }
        #expect(container.resolve(String.self, with: 1) == "decorated automatic 1")
    }

    @Test func whatStandsBelowWhatAnswersChangesNothing() {
        whenMissing { container in container.register(Logger("automatic"), for: Logger.self) }
        container.register(Logger.self, lifetime: .perContainer) { Logger("by hand") }
        let child = DependencyContainer(parent: container)
        let logger = child.resolve(Logger.self)
        #expect(container.optionalResolve(Double.self) == nil)
        #expect(container.registrations.count == 2)
        #expect(child.resolve(Logger.self) === logger)
    }

    @Test func aPropertyKeepsItsInstanceThoughItsCreatorLetsADecoratorBeRegisteredBelow() {
        whenMissing { $0.decorate(Logger.self) { Logger("decorated \($0.label)") } }
        container.register(Logger.self, lifetime: .transient) {
            Logger("\(DependencyContainer.shared.optionalResolve(Double.self) ?? 1)")
        }
        let logger = Dependency<Logger>(container: container)
        #expect(logger() === logger())
        #expect(container.registrations.count == 2)
    }

    @Test func itRunsBeforeServicesAreListed() {
        struct Unregistered {}
        whenMissing { $0.register("automatic", for: String.self) }
        let child = DependencyContainer(parent: container)
        child.register(5, for: Int.self, named: "n")
        child.registerDefaults()
        let services = Set(child.withParents.flatMap(\.registrations).map { ObjectIdentifier($0.service) })
        #expect(services.isSuperset(of: [ObjectIdentifier(String.self), ObjectIdentifier(Int.self)]))
        #expect(!services.contains(ObjectIdentifier(Unregistered.self)))
    }

    @Test func whatIsRegisteredByHandStandsAboveAlsoWhenItCameFirst() {
        whenMissing { container in
            container.register("automatic", for: String.self)
            container.register("automatic", for: String.self, named: "n")
            container.overwriteExistingRegistrations(withService: "overwritten", for: String.self, named: "o")
        }
        container.register("by hand", for: String.self)
        container.register("by hand", for: String.self, named: "o")
        #expect(container.resolve(String.self, named: "n") == "automatic")
        #expect(container.resolve(String.self) == "by hand")
        #expect(container.resolve(String.self, named: "o") == "by hand")
        let later = container.register("later", for: String.self, named: "n")
        #expect(container.resolve(String.self, named: "n") == "later")
        container.remove(later)
        #expect(container.resolve(String.self, named: "n") == "automatic")
    }

    @Test func whatIsRegisteredAutomaticallyIsNoModules() {
        struct Asking: DependencyModule {
            func register(in container: DependencyContainer) { _ = container.canResolve(Double.self) }
        }
        whenMissing { $0.register("automatic", for: String.self) }
        container.remove(container.install(Asking()))
        #expect(container.optionalResolve(String.self) == "automatic")
    }

    @Test func theNewestOfItsOwnAnswersAndDecoratorsWork() {
        whenMissing { container in
            container.register("first", for: String.self)
            container.register("second", for: String.self)
            container.decorate(String.self) { "<\($0)>" }
        }
        #expect(container.resolve(String.self) == "<second>")
    }

    @Test func itStandsAboveAKeysOwnDefault() {
        whenMissing { $0.register("automatic", for: \.automaticText) }
        #expect(container.resolve(\.automaticText) == "automatic")
        container.register("by hand", for: \.automaticText)
        #expect(container.resolve(\.automaticText) == "by hand")
    }

    @Test func canResolveAndResolveAllCountAsLookUps() {
        whenMissing { container in
            container.register("automatic", for: String.self)
            container.contribute(to: Int.self) { 2 }
        }
        container.contribute(to: Int.self) { 3 }
        #expect(container.resolveAll(Int.self) == [2, 3])
        #expect(container.canResolve(String.self))
        let other = DependencyContainer()
        whenMissing(in: other) { $0.register("automatic", for: String.self) }
        #expect(other.canResolve(String.self))
    }

    @Test func argumentsAreLookedUpToo() {
        whenMissing { $0.register(String.self, taking: Int.self) { "\($0)" } }
        #expect(container.resolve(String.self, with: 5) == "5")
    }

    @Test func ofAFamilyOnlyTheOutermostParentRegisters() {
        let child = DependencyContainer(parent: container)
        whenMissing { $0.register("parent", for: String.self) }
        whenMissing(in: child) { $0.register("child", for: String.self) }
        #expect(child.resolve(String.self) == "parent")
        #expect(child.registrations.isEmpty)
    }

    @Test func aForkTakesOverWhatIsRegistered() {
        let runs = Counter()
        let register: @Sendable (DependencyContainer) -> Void = { $0.register(runs.increment(), for: Int.self) }
        whenMissing(register)
        #expect(container.resolve(Int.self) == 1)
        let fork = container.fork()
        whenMissing(in: fork, register)
        #expect(fork.optionalResolve(String.self) == nil)
        #expect(fork.resolve(Int.self) == 1)
        #expect(runs.count == 1)
        let early = DependencyContainer().fork()
        whenMissing(in: early, register)
        #expect(early.resolve(Int.self) == 2)
    }

    @Test func resettingStartsOver() {
        let runs = Counter()
        whenMissing { $0.register(runs.increment(), for: Int.self) }
        #expect(container.resolve(Int.self) == 1)
        container.reset()
        #expect(container.registrations.isEmpty)
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func itShowsInNoInventoryAndToNoObserver() {
        whenMissing { $0.register("automatic", for: String.self) }
        let events = Shared<[String]>([])
        let observation = container.observe { event in events.change { $0.append("\(event.kind)") } }
        _ = container.resolve(String.self)
        observation.cancel()
        #expect(events.value == ["registered", "hit"])
        #expect(container.registrations.map(\.isDefault) == [true])
    }

    @Test func whatItMissesItselfIsMissing() throws {
        let missing = Shared<Bool?>(nil)
        whenMissing { container in
            missing.value = container.optionalResolve(Double.self) == nil
            container.register(1.5, for: Double.self)
            container.register(service: String.self) { "\(resolve(Double.self))" }
        }
        #expect(container.resolve(String.self) == "1.5")
        #expect(missing.value == true)
    }

    @Test func threadsWaitForIt() {
        let barrier = Barrier(8)
        let runs = Counter()
        whenMissing { container in
            runs.increment()
            for number in 0..<100 { container.register(number, for: Int.self, named: "\(number)") }
        }
        let container = container
        let haveEnded = onThreads(8) { index in
            barrier.wait()
            #expect(container.resolve(Int.self, named: "\(99 - index)") == 99 - index)
        }
        #expect(haveEnded)
        #expect(runs.count == 1)
    }

    @Test func aCycleOverItAndAnotherThreadIsAnError() {
        let container = container
        let isRegistering = Barrier(2)
        let failures = Counter()
        container.register(String.self, lifetime: .cached) {
            isRegistering.wait()
            return try container.resolving(Double.self).description
        }
        whenMissing { container in
            isRegistering.wait()
            if (try? container.resolving(String.self)) == nil { failures.increment() }
        }
        let haveEnded = onThreads(2) { index in
            if index == 0 {
                if (try? container.resolving(String.self)) == nil { failures.increment() }
            } else {
                _ = container.optionalResolve(Bool.self)
            }
        }
        #expect(haveEnded)
        #expect(failures.count >= 1)
    }
}

extension DependencyKeys {
    fileprivate var automaticText: DependencyKey<String> { .init { "default" } }
}
