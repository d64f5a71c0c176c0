import Hopoate
import HopoateDiagnostics
import Testing

/// What an error has, and says.
@Suite struct DependencyErrorTests {
    let container = DependencyContainer()

    fileprivate protocol Store {}
    private struct DiskStore: Store {}
    private enum Other { struct Store {} }

    @Test func `a missing service is reported with the place and the path`() throws {
        let container = container
        container.register(Int.self, lifetime: .cached) {
            _ = try container.resolving((any Store).self, named: "backup")
            return 1
        }
        let error = try #require(dependencyError { try container.resolving(Int.self) })
        let line = UInt(#line - 1)
        #expect(error.inShort == "missing: Int → backup")
        #expect(ObjectIdentifier(error.service) == ObjectIdentifier((any Store).self))
        #expect(error.name == "backup")
        #expect(error.fileID == "HopoateTests/DependencyErrorTests.swift")
        #expect([error.line] + error.path.map(\.line) == [line - 3, line, line - 3])
    }

    @Test func `similar registrations are listed, the most similar first`() throws {
        container.register(1, for: Int.self)
        container.register(DiskStore(), for: DiskStore.self)
        container.register(DiskStore(), for: (any Store)?.self)
        container.register(Other.Store(), for: Other.Store.self)
        container.register(DiskStore(), for: (any Store).self, named: "main", line: 7)
        let error = try #require(dependencyError { try container.resolving((any Store).self) })
        let similarRegistrations = error.similarRegistrations.map { "\($0.service) \($0.name ?? "-")" }
        #expect(similarRegistrations == ["Store main", "Store -", "Optional<Store> -", "DiskStore -"])
        let line = #"similar: HopoateTests.DependencyErrorTests.Store named "main", eager, registered at"#
        #expect(error.description.contains("    \(line) HopoateTests/DependencyErrorTests.swift:7\n"))
    }

    @Test func `the error of a creator is the underlying error`() throws {
        let container = container
        let stored = try #require(dependencyError { try container.resolving(Bool.self) })
        for thrown in [SomeError(), stored] as [any Error] {
            container.register(Int.self, lifetime: .cached) { throw thrown }
            container.register(String.self, lifetime: .cached) { "\(try container.resolving(Int.self))" }
            let error = try #require(dependencyError { try container.resolving(String.self) })
            #expect(error.inShort == "creatorFailed: String → Int")
            #expect(error.underlyingError.map { "\(type(of: $0))" } == "\(type(of: thrown))")
        }
    }

    @Test func `each throwing function reports its caller's line`() async {
        container.contribute(to: Int.self) { throw SomeError() }
        let line = UInt(#line)
        var errors = [
            dependencyError { try container.resolving(Bool.self) },
            dependencyError { try container.resolving(\.unregistered) },
            dependencyError { try container.resolving(Int.self, with: "a") },
            dependencyError { try container.resolvingAll(Int.self) },
            dependencyError { try resolving(Bool.self, named: "name") },
            dependencyError { try resolving(\.unregistered) },
        ]
        errors.append(await dependencyError { try await container.asyncResolve(Bool.self) })
        errors.append(await dependencyError { try await container.asyncResolve(\.unregistered) })
        errors.append(await dependencyError { try await container.asyncResolve(Int.self, with: "a") })
        #expect(errors.map { $0?.line } == [2, 3, 4, 5, 6, 7, 9, 10, 11].map { line + $0 })
        #expect(errors.allSatisfy { $0?.fileID == "HopoateTests/DependencyErrorTests.swift" })
    }
}

extension DependencyKeys {
    fileprivate var unregistered: DependencyKey<Int> { .required() }
}

/// Situations, and the texts that explain them. `ErrorsExplainedTests` has the others.
@Suite struct ErrorTextTests {
    fileprivate struct Missing {}
    fileprivate struct Mising {}
    fileprivate struct Weather {}
    fileprivate protocol Login {}
    fileprivate class Account: Login {}
    fileprivate final class Session: Account {}
    fileprivate struct Box<Content> {}

    let container = DependencyContainer()

    /// A mistake, and its explanation.
    private enum Mistake: CaseIterable {
        case subclass, protocolOfInstance, subclassNotMade, otherArgument
        case decoratorRemoved, otherType, anyType, captiveElsewhere, captive
        case ofMainActor, ofActor, contributionOfMainActor, contributionOfActor

        /// Registers services, and looks up one in vain.
        func make(_ container: DependencyContainer) throws {
            switch self {
            case .subclass:
                container.register(Session(), for: Account.self)
                _ = try container.resolving(Session.self)
            case .protocolOfInstance:
                container.register(Session(), for: Account.self)
                _ = try container.resolving((any Login).self)
            case .subclassNotMade:
                container.register(Session.self) { Session() }
                _ = try container.resolving(Account.self)
            case .otherArgument:
                container.register(Missing.self, taking: Int.self) { _ in Missing() }
                _ = try container.resolving(Missing.self, with: "a")
            case .decoratorRemoved:
                container.remove(container.decorate(Missing.self) { $0 })
                _ = try container.resolving(Missing.self)
            case .otherType, .anyType:
                container.register(1, for: Int.self)
                container.register(Missing(), for: Missing.self, named: "a")
                if self == .anyType { _ = try container.resolving(Any.self) }
                _ = try container.resolving((any Login).self)
            case .captive:
                let child = DependencyContainer(parent: container)
                child.register(Missing(), for: Missing.self, line: 7)
                container.register(Weather.self, line: 8) {
                    _ = try DependencyContainer.shared.resolving(Missing.self)
                    return Weather()
                }
                _ = try child.resolving(Weather.self)
            case .captiveElsewhere:
                let (child, other) = (DependencyContainer(parent: container), DependencyContainer())
                container.register(Weather.self) {
                    _ = try other.resolving(Missing.self)
                    return Weather()
                }
                child.register(Missing(), for: Missing.self)
                _ = try child.resolving(Weather.self)
            default: try makeAnother(container)
            }
        }

        /// Mistakes in registrations.
        private func makeAnother(_ container: DependencyContainer) throws {
            switch self {
            case .ofMainActor: container.register(Missing.self, line: 7) { @MainActor in Missing() }
            case .ofActor: container.register(Missing.self) { @ActorIsolationTests.Press in Missing() }
            case .contributionOfMainActor: container.contribute(to: Missing.self) { @MainActor in Missing() }
            default: container.contribute(to: Missing.self) { @ActorIsolationTests.Press in Missing() }
            }
            if self == .contributionOfMainActor || self == .contributionOfActor {
                _ = try container.resolvingAll(Missing.self)
            }
            _ = try container.resolving(Missing.self)
        }

        var texts: [String] {
            switch self {
            case .subclass: ["note: HopoateTests.ErrorTextTests.Account is registered, and its instance is a"]
            case .protocolOfInstance:
                ["is a HopoateTests.ErrorTextTests.Login: register it `for: (any ErrorTextTests.Login).self`."]
            case .subclassNotMade:
                [
                    "ErrorTextTests.Session is registered, and its instance is a HopoateTests.ErrorTextTests.Account",
                    "register it `for: ErrorTextTests.Account.self`",
                ]
            case .otherArgument: ["pass a Swift.Int"]
            case .decoratorRemoved, .otherType, .anyType, .captiveElsewhere: []
            case .captive:
                [
                    "note: a child has HopoateTests.ErrorTextTests.Missing, eager, registered at HopoateTests/DependencyErrorTests.swift:7, "
                        + "but a parent keeps HopoateTests.ErrorTextTests.Weather, cached, registered at "
                        + "HopoateTests/DependencyErrorTests.swift:8: register that with the lifetime `perContainer`, or "
                        + "HopoateTests.ErrorTextTests.Missing in the parent.\n"
                ]
            case .ofMainActor:
                [
                    "Missing is isolated to the main actor, but the service was resolved off that actor.",
                    "registered at: HopoateTests/DependencyErrorTests.swift:7",
                    "1. Resolve it on that actor, or use `asyncResolve(_:)`, which runs creators there.",
                    "{ … } instead of { @MainActor in … }",
                ]
            case .ofActor:
                [
                    "is isolated to the actor HopoateTests.ActorIsolationTests.Press, but the service was resolved without `await`.",
                    "1. Use `asyncResolve(_:)`, which runs creators there.",
                ]
            case .contributionOfMainActor: ["Resolve the contributions on that actor."]
            case .contributionOfActor: ["Contribute an object that awaits the actor when used."]
            }
        }

        var absentText: String? {
            switch self {
            case .decoratorRemoved: "it was registered at"
            case .otherType, .anyType: "its instance"
            case .captiveElsewhere: "a parent keeps"
            default: nil
            }
        }
    }

    @Test(arguments: Mistake.allCases) private func `an error explains the mistake`(_ mistake: Mistake) throws {
        let text = try #require(throws: DependencyError.self) { try mistake.make(container) }.description
        for expected in mistake.texts { #expect(text.contains(expected), "\(text)") }
        if let absent = mistake.absentText { #expect(!text.contains(absent), "\(text)") }
    }

    @Test func `an error lists the most similar names, five at most`() {
        for name in ["backup", "maim", "spare", "main2", "m\nn"] {
            container.register(Missing(), for: Missing.self, named: name)
            container.register(Missing.self, taking: Int.self, named: name) { _ in Missing() }
        }
        for _ in 0..<6 { container.register(Missing(), for: Missing.self, named: "main") }
        let text = dependencyError { try container.resolving(Missing.self, named: "mai") }?.description ?? ""
        let names = ["main", "maim", "m\nn", "main2", "spare"].map { "pass `named: \($0.debugDescription)`" }
            .joined(separator: ", or ")
        #expect(text.contains("note: it is registered under another name: \(names).\n"), "\(text)")
        let other = dependencyError { try container.resolving(Missing.self, with: 1, named: "main") }?.description ?? ""
        #expect(other.contains("under another name: pass `named: \"main2\"`, or pass `named: \"maim\"`"), "\(other)")
    }

    @Test func `a typed key is not described as a name`() {
        container.register(1, for: \.unregistered)
        let text = dependencyError { try container.resolving(Int.self) }?.description ?? ""
        #expect(text.contains("similar: Swift.Int (typed key unregistered of HopoateTests/"), "\(text)")
        #expect(text.contains("note: it is registered under another name: use the typed key `\\.unregistered`."))
    }

    @Test func `a name with a line break stays on one line`() {
        let text = dependencyError { try container.resolving(Missing.self, named: "a\nb") }?.description ?? ""
        #expect(text.split(separator: #""a\nb""#).count == 5, "\(text)")
        #expect(!text.contains("a\nb"))
    }

    private func container(of error: DependencyError?) -> String? {
        error?.description.split(separator: "\n").first { $0.hasPrefix("    container: ") }.map(String.init)
    }

    @Test func `an error names the container that was asked`() {
        let shared = DependencyContainer.shared
        let containers = [
            shared, DependencyContainer(parent: DependencyContainer(parent: shared)), container.fork(), container,
        ]
        #expect(
            containers.map { container in self.container(of: dependencyError { try container.resolving(Missing.self) })
            } == [
                "    container: the process-wide container",
                "    container: a child of a child of the process-wide container", "    container: a fork",
                "    container: a container without a parent",
            ]
        )
    }

    @Test func `a container is not a service`() {
        let text = dependencyError { try container.resolving(DependencyContainer.self) }?.description ?? ""
        #expect(text.contains("use `DependencyContainer.shared` in a creator, and `_property.container` in"), "\(text)")
        #expect(!text.contains("register("))
    }

    @Test func `a misspelled type and one with other arguments are similar, and another is not`() {
        container.register(Mising(), for: Mising.self)
        container.register(Weather(), for: Weather.self)
        container.register(Box<Int>(), for: Box<Int>.self)
        let missing = dependencyError { try container.resolving(Missing.self) }
        #expect(missing?.similarRegistrations.map { "\($0.service)" } == ["Mising"])
        let box = dependencyError { try container.resolving(Box<[String]>.self) }
        #expect(box?.similarRegistrations.map { "\($0.service)" } == ["Box<Int>"])
    }

    @Test func `the inventory and the graph name the actor`() {
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
