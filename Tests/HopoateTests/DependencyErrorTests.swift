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
    fileprivate struct Missing {}
    fileprivate struct Mising {}
    fileprivate struct Weather {}
    fileprivate protocol Login {}
    fileprivate class Account: Login {}
    fileprivate final class Session: Account {}
    fileprivate struct Box<Content> {}

    let container = DependencyContainer()

    /// A mistake, and what is said of it.
    private enum Mistake: CaseIterable {
        case removed, removedName, subclass, protocolOfInstance, subclassNotMade, argument, otherArgument, noArgument
        case name, noName, contributions, empty
        case decoratorRemoved, otherType, anyType, otherContainersOrder, captiveElsewhere

        /// What is registered, and asked for in vain.
        func make(_ container: DependencyContainer) throws {
            switch self {
            case .removed, .removedName:
                let name = self == .removed ? nil : "name"
                container.remove(container.register(Missing(), for: Missing.self, named: name, line: 7))
                _ = try container.resolving(Missing.self, named: name)
            case .subclass:
                container.register(Session(), for: Account.self)
                _ = try container.resolving(Session.self)
            case .protocolOfInstance:
                container.register(Session(), for: Account.self)
                _ = try container.resolving((any Login).self)
            case .subclassNotMade:
                container.register(Session.self) { Session() }
                _ = try container.resolving(Account.self)
            case .argument, .otherArgument:
                container.register(Missing.self, taking: Int.self) { _ in Missing() }
                if self == .argument { _ = try container.resolving(Missing.self) }
                _ = try container.resolving(Missing.self, with: "a")
            case .noArgument:
                container.register(Missing(), for: Missing.self)
                _ = try container.resolving(Missing.self, with: 1)
            case .name:
                container.register(Missing(), for: Missing.self, named: "backup")
                _ = try container.resolving(Missing.self)
            case .noName:
                container.register(Missing(), for: Missing.self)
                _ = try container.resolving(Missing.self, named: "main")
            case .contributions:
                container.contribute(to: Missing.self) { Missing() }
                _ = try container.resolving(Missing.self)
            case .empty: _ = try container.resolving(Missing.self)
            case .decoratorRemoved:
                container.remove(container.decorate(Missing.self) { $0 })
                _ = try container.resolving(Missing.self)
            case .otherType, .anyType:
                container.register(1, for: Int.self)
                container.register(Missing(), for: Missing.self, named: "a")
                if self == .anyType { _ = try container.resolving(Any.self) }
                _ = try container.resolving((any Login).self)
            case .otherContainersOrder:
                let (other, seen) = (DependencyContainer(), Shared<DependencyError?>(nil))
                container.register(service: Int.self) {
                    seen.value = dependencyError { try other.resolving(Missing.self) }
                    return 1
                }
                if let error = seen.value { throw error }
            case .captiveElsewhere:
                let (child, other) = (DependencyContainer(parent: container), DependencyContainer())
                container.register(Weather.self) {
                    _ = try other.resolving(Missing.self)
                    return Weather()
                }
                child.register(Missing(), for: Missing.self)
                _ = try child.resolving(Weather.self)
            }
        }

        var texts: [String] {
            switch self {
            case .removed, .removedName:
                [
                    "it was registered at HopoateTests/DependencyErrorTests.swift:7, and that registration was",
                    "as in `_ = MockContainer(…)`, is removed at once.",
                ]
            case .subclass: ["note: HopoateTests.ReasonTests.Account is registered, and its instance is a"]
            case .protocolOfInstance:
                ["is a HopoateTests.ReasonTests.Login: register it `for: (any ReasonTests.Login).self`."]
            case .subclassNotMade:
                [
                    "ReasonTests.Session is registered, and its instance is a HopoateTests.ReasonTests.Account",
                    "register it `for: ReasonTests.Account.self`",
                ]
            case .argument: ["note: it is made from an argument: pass a Swift.Int, `with:`."]
            case .otherArgument: ["pass a Swift.Int"]
            case .noArgument: ["note: it is registered without an argument: leave `with:` out."]
            case .name: ["note: it is registered by the name \"backup\": ask for it like that."]
            case .noName: ["note: it is registered without a name: ask for it like that."]
            case .contributions: ["note: it has contributions, which"]
            case .empty, .otherContainersOrder: ["the container that was asked is empty"]
            case .decoratorRemoved, .otherType, .anyType, .captiveElsewhere: []
            }
        }

        var absentText: String? {
            switch self {
            case .decoratorRemoved: "it was registered at"
            case .otherType, .anyType: "its instance"
            case .otherContainersOrder: "is created while it is registered"
            case .captiveElsewhere: "is kept by a parent"
            default: nil
            }
        }
    }

    @Test(arguments: Mistake.allCases) private func aMistakeThatCanBeToldIsTold(_ mistake: Mistake) throws {
        let text = try #require(throws: DependencyError.self) { try mistake.make(container) }.description
        for expected in mistake.texts { #expect(text.contains(expected), "\(text)") }
        if let absent = mistake.absentText { #expect(!text.contains(absent), "\(text)") }
    }

    @Test func whatTheProcessWideContainerHasIsMentioned() {
        let token = DependencyContainer.shared.register(Mising(), for: Mising.self)
        defer { DependencyContainer.shared.remove(token) }
        let text = dependencyError { try container.resolving(Mising.self) }?.description
        #expect(text?.contains("note: the process-wide container has it (HopoateTests.") == true)
    }

    @Test func aMisspelledTypeOrOneOfOtherArgumentsLooksAlikeAndAnotherDoesNot() {
        container.register(Mising(), for: Mising.self)
        container.register(Weather(), for: Weather.self)
        container.register(Box<Int>(), for: Box<Int>.self)
        let missing = dependencyError { try container.resolving(Missing.self) }
        #expect(missing?.lookAlikes.map { "\($0.service)" } == ["Mising"])
        let box = dependencyError { try container.resolving(Box<[String]>.self) }
        #expect(box?.lookAlikes.map { "\($0.service)" } == ["Box<Int>"])
    }

    @Test func manyNamesThatWereRemovedAreForgotten() throws {
        for number in 0..<100 { container.remove(container.register(Missing(), for: Missing.self, named: "\(number)")) }
        for (name, isRemembered) in [("0", false), ("99", true)] {
            let error = dependencyError { try container.resolving(Missing.self, named: name) }
            #expect(error?.description.contains("it was registered at") == isRemembered)
        }
    }

    @Test func aCreatorThatRunsWhileItIsRegisteredIsToldOfTheOrder() throws {
        let text = Shared("")
        container.register(service: Int.self, line: 7) {
            text.value = dependencyError { try DependencyContainer.shared.resolving(Missing.self) }?.description ?? ""
            return 1
        }
        #expect(text.value.contains("Swift.Int is created while it is registered, at"))
        #expect(text.value.contains("DependencyErrorTests.swift:7, and nothing is registered"))
        #expect(text.value.contains("so far. Register that before, or Swift.Int with the lifetime `cached`"))
    }

    private struct Early: DependencyModule {
        let text: Shared<String>
        func register(in container: DependencyContainer) {
            text.value = dependencyError { try container.resolving(Missing.self) }?.description ?? ""
        }
    }

    @Test func aModuleThatAsksTooEarlyIsToldThatOthersFollow() throws {
        let text = Shared("")
        container.install(Early(text: text))
        let expected = "services are being registered: so far nothing is, for HopoateTests.ReasonTests.Missing."
        #expect(text.value.contains(expected))
    }

    @Test func theCureIsSwift() {
        let error = dependencyError {
            try container.resolving(Int.self, with: Logger() as any Logging, named: #"a"b"#)
        }
        let cure = #"register(Int.self, taking: (any Logging).self, named: "a\"b")"#
        #expect(error?.description.contains(cure) == true)
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
