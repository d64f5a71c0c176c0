import Hopoate
import Testing

@Suite struct ContributingTests {
    let container = DependencyContainer()

    @Test func contributionsComeInTheOrderOfRegistration() {
        for text in ["a", "b", "c"] { container.contribute(to: String.self) { text } }
        #expect(container.resolveAll(String.self) == ["a", "b", "c"])
    }

    @Test func nothingContributedIsAnEmptyList() {
        #expect(container.resolveAll(String.self).isEmpty)
    }

    @Test func ordinaryRegistrationsAndContributionsKnowNothingOfOneAnother() {
        container.register("ordinary", for: String.self)
        #expect(container.resolveAll(String.self).isEmpty)
        container.contribute(to: String.self) { "contributed" }
        #expect(container.resolve(String.self) == "ordinary")
        #expect(container.resolveAll(String.self) == ["contributed"])
        container.contribute(to: Int.self) { 1 }
        #expect(!container.canResolve(Int.self))
    }

    @Test func thoseOfParentsComeFirst() {
        let child = DependencyContainer(parent: container)
        let grandchild = DependencyContainer(parent: child)
        grandchild.contribute(to: String.self) { "grandchild" }
        child.contribute(to: String.self) { "child" }
        container.contribute(to: String.self) { "parent" }
        #expect(grandchild.resolveAll(String.self) == ["parent", "child", "grandchild"])
        #expect(container.resolveAll(String.self) == ["parent"])
    }

    @Test func aParentsContributionIsMadeInTheParent() {
        let child = DependencyContainer(parent: container)
        container.register("parent", for: String.self, named: "who")
        child.register("child", for: String.self, named: "who")
        container.contribute(to: String.self) { resolve(String.self, named: "who") }
        #expect(child.resolveAll(String.self) == ["parent"])
    }

    @Test func eachHasItsLifetime() {
        let made = Counter()
        container.contribute(to: Int.self) { made.increment() }
        container.contribute(to: Int.self, lifetime: .transient) { made.increment() * 100 }
        container.contribute(to: Int.self, lifetime: .eager) { 7 }
        #expect(container.resolveAll(Int.self) == [1, 200, 7])
        #expect(container.resolveAll(Int.self) == [1, 300, 7])
    }

    @Test func removingATokenTakesOneOut() {
        container.contribute(to: String.self) { "a" }
        let token = container.contribute(to: String.self) { "b" }
        container.contribute(to: String.self) { "c" }
        container.remove(token)
        #expect(container.resolveAll(String.self) == ["a", "c"])
        container.reset()
        #expect(container.resolveAll(String.self).isEmpty)
    }

    @Test func namesAreGroups() {
        container.contribute(to: String.self, named: "left") { "l" }
        container.contribute(to: String.self) { "unnamed" }
        #expect(container.resolveAll(String.self, named: "left") == ["l"])
        #expect(container.resolveAll(String.self) == ["unnamed"])
    }

    @Test func oneThatThrowsIsAnErrorWithItsName() throws {
        container.contribute(to: String.self) { "fine" }
        container.contribute(to: String.self) { throw SomeError() }
        let error = try #require(throws: DependencyError.self) { try container.resolvingAll(String.self) }
        #expect(error.underlyingError as? SomeError == SomeError())
        #expect(error.description.contains("contribution to Swift.String"))
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier(String.self))
    }

    @Test func oneThatAsksForAllIsACycle() throws {
        container.contribute(to: String.self) { try DependencyContainer.shared.resolvingAll(String.self).joined() }
        let error = try #require(throws: DependencyError.self) { try container.resolvingAll(String.self) }
        guard case .cycle = error.reason else { throw error }
    }

    @Test func oneThatIsTakenOutMeanwhileIsLeftOut() {
        let container = container
        let token = Shared<ServiceRegistration<String>?>(nil)
        container.contribute(to: String.self, lifetime: .transient) {
            token.value.map { container.remove($0) }
            return "a"
        }
        token.value = container.contribute(to: String.self) { "b" }
        #expect(container.resolveAll(String.self) == ["a"])
    }

    @Test func theInventoryTellsThemFromOthers() {
        container.contribute(to: String.self) { "a" }
        let info = container.registrations[0]
        #expect(ObjectIdentifier(info.service) == ObjectIdentifier(String.self))
        #expect(info.description.hasPrefix("contribution to Swift.String, cached, registered at"))
    }

    @Test func aForkHasThemInTheSameOrder() {
        for text in ["a", "b"] { container.contribute(to: String.self) { text } }
        let fork = container.fork()
        fork.contribute(to: String.self) { "c" }
        #expect(fork.resolveAll(String.self) == ["a", "b", "c"])
        #expect(container.resolveAll(String.self) == ["a", "b"])
    }

    @Test func threadsMakeEachOnce() {
        let made = Counter()
        for _ in 0..<5 { container.contribute(to: Int.self) { made.increment() } }
        let container = container
        let barrier = Barrier(8)
        let haveEnded = onThreads(8) { _ in
            barrier.wait()
            #expect(Set(container.resolveAll(Int.self)) == [1, 2, 3, 4, 5])
        }
        #expect(haveEnded)
    }

    /// The look-up begins anew, but not for what it has found already.
    @Test func aCreatorThatReplacesALaterContributionRunsOnce() throws {
        let (container, runs) = (container, Counter())
        let later = Shared<AnyServiceRegistration?>(nil)
        container.contribute(to: String.self, lifetime: .transient) {
            if runs.increment() > 10 { throw SomeError() }
            if let token = later.value { container.remove(token) }
            later.value = container.contribute(to: String.self) { "newer" }
            return "first"
        }
        later.value = container.contribute(to: String.self) { "older" }
        #expect(try container.resolvingAll(String.self) == ["first", "newer"])
        #expect(runs.count == 1)
    }

    /// Those answer that were there when the look-up began, in each of the containers.
    @Test func whatACreatorContributesComesWithTheNextLookUp() {
        let child = DependencyContainer(parent: container)
        let containers = [container, child]
        container.contribute(to: String.self) {
            for container in containers { container.contribute(to: String.self) { "more" } }
            return "first"
        }
        #expect(child.resolveAll(String.self) == ["first"])
        #expect(child.resolveAll(String.self) == ["first", "more", "more"])
        for container in containers { container.reset() }
    }

    /// The newer one comes before the older one goes.
    @Test func aChildAlwaysFindsAContributionThatIsReplacedByOneOfAnotherLifetime() {
        let child = DependencyContainer(parent: container)
        let token = Shared<AnyServiceRegistration>(container.contribute(to: String.self) { "a" })
        let isOver = Shared(false)
        let missing = Counter()
        let haveEnded = onThreads(2) { [container] index in
            if index == 0 {
                var lifetime = Lifetime.cached
                while !isOver.value {
                    lifetime = lifetime == .cached ? .perContainer : .cached
                    let newer = container.contribute(to: String.self, lifetime: lifetime) { "a" }
                    container.remove(
                        token.change { token in
                            defer { token = newer }; return token
                        }
                    )
                }
            } else {
                for _ in 0..<1_000 where child.resolveAll(String.self).isEmpty { missing.increment() }
                isOver.value = true
            }
        }
        #expect(haveEnded)
        #expect(missing.count == 0)
    }
}
