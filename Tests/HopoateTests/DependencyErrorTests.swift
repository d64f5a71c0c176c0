import Hopoate
import HopoateDiagnostics
import Testing

@Suite struct DependencyErrorTests {
    let container = DependencyContainer()

    protocol Store {}
    struct DiskStore: Store {}
    enum Other { struct Store {} }

    private func error(_ body: () throws -> Void) throws -> DependencyError {
        try #require(throws: DependencyError.self, performing: body)
    }

    @Test func aMissingServiceIsNamedWithThePlaceAndTheCure() throws {
        let error = try error { _ = try container.resolving((any Store).self, named: "backup") }
        let line = UInt(#line - 1)
        guard case .missing = error.reason else { return #expect("\(error.reason)" == "missing") }
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier((any Store).self))
        #expect(error.name == "backup")
        #expect(error.fileID == "HopoateTests/DependencyErrorTests.swift")
        #expect(error.line == line)
        #expect(error.path.count == 1)
        #expect(
            error.description == """
                Nothing is registered for HopoateTests.DependencyErrorTests.Store named "backup".
                    asked for at: HopoateTests/DependencyErrorTests.swift:\(line)
                    path: Store "backup"
                    note: the container that was asked is empty: has the code that registers services run?
                To fix this, one of:
                    1. Register the service before it is resolved, for example when the app has launched:
                       container.register(…, for: (any DependencyErrorTests.Store).self, named: "backup")
                    2. Where doing without it is fine, use optionalResolve(_:) or @OptionalDependency.
                    3. In a test, register a mock: MockContainer(YourMock(), for: (any DependencyErrorTests.Store).self, named: "backup")
                """
        )
    }

    @Test func theNoteOnWhatWasRemovedDoesNotTakeADecoratorForARegistration() throws {
        let token = container.decorate(DiskStore.self) { $0 }
        container.remove(token)
        let error = #expect(throws: DependencyError.self) { try container.resolving(DiskStore.self) }
        #expect(error?.description.contains("it was registered at") == false)
    }

    @Test func theNoteOnCaptivityIsOnlyGivenWhereItsCureHelps() throws {
        let (parent, other) = (container, DependencyContainer())
        parent.register(DiskStore.self) {
            _ = try other.resolving(Other.Store.self)
            return DiskStore()
        }
        other.register(1, for: Int.self)
        let child = DependencyContainer(parent: parent)
        child.register(Other.Store(), for: Other.Store.self)
        let error = #expect(throws: DependencyError.self) { try child.resolving(DiskStore.self) }
        #expect(error?.description.contains("is kept by a parent") == false)
    }

    @Test func theMissingServiceComesWithThePathThatLedThere() throws {
        let container = container
        container.register(Int.self, lifetime: .cached) { try container.resolving(String.self).count }
        container.register(String.self, lifetime: .transient) {
            _ = try container.resolving((any Store).self)
            return ""
        }
        let error = try error { _ = try container.resolving(Int.self) }
        let line = UInt(#line - 1)
        #expect(error.path.map { "\($0.service)" } == ["Int", "String", "Store"])
        #expect(error.path.map(\.line) == [line, line - 5, line - 3])
        #expect(
            error.description.contains(
                """
                    path: Int → String → Store
                          Swift.Int, asked for at HopoateTests/DependencyErrorTests.swift:\(line)
                          Swift.String, asked for at HopoateTests/DependencyErrorTests.swift:\(line - 5)
                          HopoateTests.DependencyErrorTests.Store, asked for at \
                HopoateTests/DependencyErrorTests.swift:\(line - 3)

                """
            )
        )
    }

    @Test func registrationsThatLookAlikeAreShownTheMostAlikeFirst() throws {
        container.register(1, for: Int.self)
        container.register(DiskStore(), for: DiskStore.self)
        container.register(DiskStore(), for: (any Store)?.self)
        container.register(Other.Store(), for: Other.Store.self)
        container.register(DiskStore(), for: (any Store).self, named: "main")
        let error = try error { _ = try container.resolving((any Store).self) }
        #expect(
            error.lookAlikes.map { "\($0.service) \($0.name ?? "-")" } == [
                "Store main", "Store -", "Optional<Store> -", "DiskStore -",
            ]
        )
        #expect(
            error.description.contains(
                """
                    looks like it: HopoateTests.DependencyErrorTests.Store named "main", eager, registered at \
                HopoateTests/DependencyErrorTests.swift:
                """
            )
        )
    }

    @Test func aMisspelledNameOrTypeLooksAlikeAndAnotherDoesNot() throws {
        struct Logger {}
        struct Loger {}
        struct Weather {}
        container.register(Loger(), for: Loger.self)
        container.register(Weather(), for: Weather.self)
        let error = try error { _ = try container.resolving(Logger.self) }
        #expect(error.lookAlikes.map { "\($0.service)" } == ["Loger"])
    }

    @Test func whatTheProcessWideContainerHasIsMentioned() throws {
        struct OnlyProcessWide {}
        let token = DependencyContainer.shared.register(OnlyProcessWide(), for: OnlyProcessWide.self)
        defer { DependencyContainer.shared.remove(token) }
        let error = try error { _ = try container.resolving(OnlyProcessWide.self) }
        #expect(error.description.contains("note: the process-wide container has it (HopoateTests."))
    }

    @Test func aCreatorsErrorIsPassedOn() throws {
        let container = container
        container.register(Int.self, lifetime: .cached) { throw SomeError() }
        container.register(String.self, lifetime: .cached) { "\(try container.resolving(Int.self))" }
        let error = try error { _ = try container.resolving(String.self) }
        guard case .creatorFailed(let cause) = error.reason else { return #expect("\(error.reason)" == "creator") }
        #expect(cause as? SomeError == SomeError())
        #expect(error.underlyingError is SomeError)
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier(Int.self))
        #expect(error.path.map { "\($0.service)" } == ["String", "Int"])
        #expect(error.description.contains("creator of Swift.Int threw an error: SomeError(text: \"out of paper\")"))
    }

    @Test func anErrorFromElsewhereIsACauseAndNotTheStory() throws {
        let container = container
        let stored = try error { _ = try container.resolving(String.self) }
        container.register(Int.self, lifetime: .cached) { throw stored }
        let error = try error { _ = try container.resolving(Int.self) }
        #expect(error.path.map { "\($0.service)" } == ["Int"])
        #expect((error.underlyingError as? DependencyError)?.path.map { "\($0.service)" } == ["String"])
    }

    @Test func theCuresOfACycleAndOfAFailedCreatorAreNamed() throws {
        let container = container
        container.register(Int.self, lifetime: .cached) { try container.resolving(Int.self) }
        let own = try error { _ = try container.resolving(Int.self) }
        #expect(own.description.hasPrefix("Circular dependency: creating Swift.Int takes Swift.Int itself."))
        #expect(own.description.contains("To fix this, break the cycle"))
        #expect(own.description.contains("what was registered before it is a decorator: use decorate(_:with:)."))
        container.register(Int.self, lifetime: .cached) { throw SomeError() }
        let failure = try error { _ = try container.resolving(Int.self) }
        #expect(failure.description.contains("use `try resolving(_:)`"))
    }
}

/// Why nothing is registered, as far as that can be told.
@Suite struct ReasonTests {
    private struct Missing {}

    let container = DependencyContainer()

    private func description(_ body: () throws -> Void) throws -> String {
        try #require(throws: DependencyError.self) { try body() }.description
    }

    @Test(arguments: [nil, "name"])
    func aRegistrationThatWasRemovedIsTold(_ name: String?) throws {
        let line = #line + 1
        container.remove(container.register(Missing(), for: Missing.self, named: name))
        let text = try description { _ = try container.resolving(Missing.self, named: name) }
        #expect(
            text.contains(
                "it was registered at HopoateTests/DependencyErrorTests.swift:\(line), and that registration was"
            )
        )
        #expect(text.contains("as in `_ = MockContainer(…)`, is removed at once."))
    }

    @Test func manyNamesThatWereRemovedAreForgotten() throws {
        for number in 0..<100 { container.remove(container.register(Missing(), for: Missing.self, named: "\(number)")) }
        #expect(
            try !description { _ = try container.resolving(Missing.self, named: "0") }.contains("it was registered at")
        )
        #expect(
            try description { _ = try container.resolving(Missing.self, named: "99") }.contains("it was registered at")
        )
    }

    @Test func aCreatorThatRunsWhileItIsRegisteredIsToldOfTheOrder() throws {
        let text = Shared("")
        let line = #line + 1
        container.register(service: Int.self) {
            do {
                _ = try DependencyContainer.shared.resolving(Missing.self)
            } catch let error as DependencyError {
                text.value = error.description
            }
            return 1
        }
        #expect(text.value.contains("Swift.Int is created while it is registered, at"))
        #expect(text.value.contains("DependencyErrorTests.swift:\(line), and nothing is registered"))
        #expect(text.value.contains("so far. Register that before, or Swift.Int with the lifetime `cached`"))
    }

    @Test func aModuleThatAsksTooEarlyIsToldThatOthersFollow() throws {
        struct Early: DependencyModule {
            let text: Shared<String>
            func register(in container: DependencyContainer) {
                text.value = dependencyError { try container.resolving(Missing.self) }?.description ?? ""
            }
        }
        let text = Shared("")
        container.install(Early(text: text))
        #expect(
            text.value.contains(
                "services are being registered: so far nothing is, for HopoateTests.ReasonTests.Missing."
            )
        )
    }

    // MARK: - The commonest mistakes

    private protocol Login {}
    private class Account: Login {}
    private final class Session: Account {}
    private struct Box<Content> {}

    @Test func anInstanceThatIsTheServiceByACastIsTold() throws {
        container.register(Session(), for: Account.self)
        for text in [
            try description { _ = try container.resolving((any Login).self) },
            try description { _ = try container.resolving(Session.self) },
        ] {
            #expect(
                text.contains("note: HopoateTests.ReasonTests.Account is registered, and its instance is a"),
                "\(text)"
            )
        }
        let text = try description { _ = try container.resolving((any Login).self) }
        #expect(text.contains("is a HopoateTests.ReasonTests.Login: register it `for: (any ReasonTests.Login).self`."))
    }

    @Test func aSubclassThatHasNotBeenMadeIsTold() throws {
        container.register(Session.self) { Session() }
        let text = try description { _ = try container.resolving(Account.self) }
        #expect(
            text.contains("ReasonTests.Session is registered, and its instance is a HopoateTests.ReasonTests.Account")
        )
        #expect(text.contains("register it `for: ReasonTests.Account.self`"))
    }

    @Test func whatIsOnlyOfAnotherTypeIsNot() throws {
        container.register(1, for: Int.self)
        container.register(Missing(), for: Missing.self, named: "a")
        #expect(try !description { _ = try container.resolving((any Login).self) }.contains("its instance"))
        #expect(try !description { _ = try container.resolving(Any.self) }.contains("its instance"))
    }

    @Test func genericArgumentsThatDifferLookAlike() throws {
        container.register(Box<Int>(), for: Box<Int>.self)
        let error = try #require(throws: DependencyError.self) { _ = try container.resolving(Box<[String]>.self) }
        #expect(error.lookAlikes.map { "\($0.service)" } == ["Box<Int>"])
    }

    @Test func aServiceThatTakesAnArgumentIsTold() throws {
        container.register(Missing.self, taking: Int.self) { _ in Missing() }
        let text = try description { _ = try container.resolving(Missing.self) }
        #expect(text.contains("note: it is made from an argument: pass a Swift.Int, `with:`."))
        #expect(try description { _ = try container.resolving(Missing.self, with: "a") }.contains("pass a Swift.Int"))
    }

    @Test func aServiceThatTakesNoArgumentIsTold() throws {
        container.register(Missing(), for: Missing.self)
        let text = try description { _ = try container.resolving(Missing.self, with: 1) }
        #expect(text.contains("note: it is registered without an argument: leave `with:` out."))
    }

    @Test func aNameThatIsMissingIsTold() throws {
        container.register(Missing(), for: Missing.self, named: "backup")
        let text = try description { _ = try container.resolving(Missing.self) }
        #expect(text.contains("note: it is registered by the name \"backup\": ask for it like that."))
        container.register(Account(), for: Account.self)
        let named = try description { _ = try container.resolving(Account.self, named: "main") }
        #expect(named.contains("note: it is registered without a name: ask for it like that."))
    }

    @Test func contributionsAreTold() throws {
        container.contribute(to: Missing.self) { Missing() }
        #expect(
            try description { _ = try container.resolving(Missing.self) }.contains("note: it has contributions, which")
        )
    }

    @Test func theOrderOfAnotherContainersRegistrationsIsNoReason() throws {
        let (other, text) = (DependencyContainer(), Shared(""))
        container.register(service: Int.self) {
            text.value = dependencyError { try other.resolving(Missing.self) }?.description ?? ""
            return 1
        }
        #expect(!text.value.contains("is created while it is registered"))
        #expect(text.value.contains("the container that was asked is empty"))
    }

    @Test func anActorIsNamedInTheInventoryAndTheGraph() {
        container.register(Int.self) { @MainActor in 1 }
        container.register(String.self) { @ActorIsolationTests.Press in "a" }
        container.register(Double.self) { 1 }
        #expect(container.registrations.map { $0.actor === MainActor.shared } == [true, false, false])
        #expect(container.registrations[2].actor == nil)
        #expect("\(container.registrations[0])".contains("cached, main actor, registered at"))
        #expect("\(container.registrations[1])".contains("actor HopoateTests.ActorIsolationTests.Press, registered at"))
        #expect(
            container.graph().nodes.map(\.actor) == ["main actor", "actor HopoateTests.ActorIsolationTests.Press", nil]
        )
        #expect("\(container.graph().nodes[0])".contains("cached, main actor, registered at"))
    }
}
