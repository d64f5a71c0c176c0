import Hopoate
import Testing

private protocol Store: Sendable { var identity: ObjectIdentifier { get } }
private final class DiskStore: Store { var identity: ObjectIdentifier { ObjectIdentifier(self) } }
private struct LoggingStore: Store {
    let inner: any Store
    var identity: ObjectIdentifier { inner.identity }
}
private final class Plain: Sendable {}
private struct Stamp: Sendable { let object = Plain() }
private struct Page: Sendable { let first: Stamp; let second: Stamp }
private final class Screen: Sendable {
    let page = Dependency<Page>()
}

/// Promises that several features keep together.
@Suite struct CombinationTests {
    let container = DependencyContainer()

    @Test func aPropertyReachesOneObjectAlsoThroughADecoratorThatIsAStruct() {
        let made = Counter()
        container.register((any Store).self, lifetime: .weak) {
            made.increment(); return DiskStore()
        }
        container.decorate((any Store).self) { LoggingStore(inner: $0) }
        let store = Dependency<any Store>(container: container)
        _ = store.wrappedValue.identity
        _ = store.wrappedValue.identity
        #expect(made.count == 1)
    }

    @Test func aScopeLetsGoOfTheNewestRegistrationFirst() {
        let scope = DependencyScope()
        let order = Shared<[String]>([])
        container.register(
            String.self,
            taking: Int.self,
            lifetime: .scoped(scope),
            creator: { "\($0)" }
        ).onRemove { _ in order.change { $0.append("older") } }
        container.register(
            Double.self,
            lifetime: .scoped(scope),
            creator: { 1 }
        ).onRemove { _ in order.change { $0.append("newer") } }
        _ = container.resolve(Double.self)
        _ = container.resolve(String.self, with: 1)
        scope.reset()
        #expect(order.value == ["newer", "older"])
    }

    @Test func oneResolutionHasOneGraphInstanceAlsoIfAPropertyBeginsIt() {
        container.register(Stamp.self, lifetime: .graph) { Stamp() }
        container.register(Page.self, lifetime: .transient) {
            Page(first: resolve(Stamp.self), second: resolve(Stamp.self))
        }
        container.register(Screen.self, lifetime: .transient) { Screen() }
        let direct = container.resolve(Page.self)
        #expect(direct.first.object === direct.second.object)
        let page = container.resolve(Screen.self).page()
        #expect(page.first.object === page.second.object)
    }

    @Test func oneResolutionMakesOneGraphInstanceAlsoIfAPropertyBeginsIt() {
        let made = Counter()
        container.register(Plain.self, lifetime: .graph) {
            made.increment(); return Plain()
        }
        container.register(Page.self, lifetime: .transient) {
            _ = resolve(Plain.self)
            _ = resolve(Plain.self)
            return Page(first: Stamp(), second: Stamp())
        }
        container.register(Screen.self, lifetime: .transient) { Screen() }
        _ = container.resolve(Page.self)
        #expect(made.count == 1)
        _ = container.resolve(Screen.self).page()
        #expect(made.count == 2)
    }

    /// What an app's `autoRegister()` does, while `body` runs.
    private func automatically<Result>(
        _ register: @escaping @Sendable (DependencyContainer) -> Void,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let workshop = SharedWorkshop(countedBy: Census())
        workshop.addAutomatic(register)
        return try SharedWorkshop.$current.withValue(workshop, operation: body)
    }

    private struct Storage: DependencyModule {
        func register(in container: DependencyContainer) { container.register("storage", for: String.self) }
    }

    @Test func aModuleThatIsInstalledAutomaticallyCanBeRemoved() {
        let token = Shared<InstalledModule?>(nil)
        automatically({ token.value = $0.install(Storage()) }) {
            #expect(container.resolve(String.self) == "storage")
        }
        container.remove(token.value!)
        #expect(container.optionalResolve(String.self) == nil)
    }

    @Test func aModuleThatWasRemovedAndIsInstalledAgainIsThereOnce() {
        let token = Shared<InstalledModule?>(nil)
        automatically({ token.value = $0.install(Storage()) }) { _ = container.optionalResolve(Double.self) }
        container.remove(token.value!)
        container.install(Storage())
        #expect(container.registrations.count == 1)
    }

    @Test func theEventOfAnAutomaticRegistrationKnowsItsDepth() {
        let depths = Shared<[Int]>([])
        container.register("by hand", for: String.self)
        let observation = container.observe { event in
            if event.kind == .registered { depths.change { $0.append(event.registration.depth) } }
        }
        automatically({ $0.register("automatic", for: String.self) }) { _ = container.optionalResolve(Double.self) }
        observation.cancel()
        #expect(depths.value == container.registrations.filter(\.isDefault).map(\.depth))
    }

    @Test func autoRegisterIsNoCreatorAroundWhatItDoes() {
        let depths = Shared<[Int]>([])
        let paths = Shared<[String]>([])
        let observation = container.observe { event in depths.change { $0.append(event.depth) } }
        automatically({ container in
            container.register("automatic", for: String.self)
            let error = dependencyError { try container.resolving(Double.self) }
            paths.value = (error?.path ?? []).map { "\($0.service)" }
        }) { _ = container.optionalResolve(Bool.self) }
        observation.cancel()
        #expect(depths.value == [0])
        #expect(paths.value == ["Double"])
    }

    /// What observers are told of a look-up whose creator removes its own registration.
    private func kinds(
        _ register: (_ removeIt: @escaping @Sendable () -> Void) -> AnyServiceRegistration,
        _ resolve: () -> String
    ) -> [ResolutionEvent.Kind] {
        let (container, kinds) = (container, Shared<[ResolutionEvent.Kind]>([]))
        let token = Shared<AnyServiceRegistration?>(nil)
        let observation = container.observe { event in
            if event.kind != .registered { kinds.change { $0.append(event.kind) } }
        }
        token.value = register { [unowned container] in container.remove(token.value!) }
        #expect(resolve() == "1")
        observation.cancel()
        return kinds.value
    }

    @Test func theEndOfACreationIsToldAlsoIfItsRegistrationIsRemovedMeanwhile() {
        let told = kinds { removeIt in
            container.register(String.self, taking: Int.self, lifetime: .cached) { number in
                removeIt()
                return "\(number)"
            }
        } _: {
            container.resolve(String.self, with: 1)
        }
        #expect(told == [.creationBegan, .creationEnded])
    }

    @Test(arguments: [Lifetime.perContainer, .cached])
    func theEndOfACreationIsToldAlsoIfItsRegistrationIsRemovedMeanwhile(_ lifetime: Lifetime) {
        let told = kinds { removeIt in
            container.register(String.self, lifetime: lifetime) {
                removeIt()
                return "1"
            }
        } _: {
            let asked = lifetime == .perContainer ? DependencyContainer(parent: container) : container
            return asked.resolve(String.self)
        }
        #expect(told == [.creationBegan, .creationEnded])
    }
}
