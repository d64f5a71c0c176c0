import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

/// The types whose properties these tests are about. `Scripts/check programs` has each kind of type in each kind of module.
private enum Fixture {
    protocol Storing {}
    protocol Logging {}
    struct Service: Storing, Logging {}
    struct Beta {}
    struct Keyed {}
    struct Row {}

    struct Cell {}

    final class Sheet {
        @OptionalDependency var cell: Cell?
        @Dependency var wrong: Cell?
        @Dependency var forced: Cell!
    }

    struct Reader {
        @Dependency(\.keyed) var keyed
    }

    final class Model {
        @Dependency var storing: any Storing
        @Dependency(named: "file") var logging: any Logging
        @OptionalDependency var beta: Beta?
    }

    actor Worker {
        private let storing = Dependency<any Storing>()
    }

    final class Table {
        private let makeRow = Provider<Row>()
    }

    struct Generic<Element> {
        @Dependency var storing: any Storing
        @Dependency var element: Element
        @Dependency var all: (any Logging) -> Element
    }

    enum Choice {
        case one(Dependency<Beta>)
    }
}

private protocol StoringService {}
extension Fixture.Service: StoringService {}

private protocol Beta {}

private struct AppDelegate {
    func registerServices() {
        DependencyContainer.shared.register(Fixture.Service(), for: (any Fixture.Storing).self)
    }
}

extension DependencyKeys {
    fileprivate var keyed: DependencyKey<Fixture.Keyed> { .init { Fixture.Keyed() } }
    fileprivate var logging: DependencyKey<any Fixture.Logging> { .required() }
}

extension DependencyContainer {
    fileprivate struct OfForeignType {
        @Dependency var storing: any Fixture.Storing
    }
}

extension [Int] {
    fileprivate struct OfArray {
        @Dependency var storing: any Fixture.Storing
    }
}

private func localType() -> Any.Type {
    struct Local {
        @Dependency var storing: any Fixture.Storing
    }
    return Local.self
}

@Suite struct ValidatePropertiesTests {
    private typealias Storing = any Fixture.Storing
    private typealias Logging = any Fixture.Logging

    private let container = DependencyContainer()
    /// Named here, so that an optimized build keeps what it knows of them.
    private let types: [Any.Type] = [
        Fixture.Model.self, Fixture.Worker.self, Fixture.Reader.self, Fixture.Generic<Int>.self, Fixture.Choice.self,
        Fixture.Table.self, DependencyContainer.OfForeignType.self, [Int].OfArray.self, localType(),
    ]

    /// What is found for some services, and what no search may miss.
    private func search(
        for services: [Any.Type] = [Storing.self, Logging.self, Fixture.Beta.self]
    ) -> PropertySearch {
        var search = PropertySearch(TypeRecords.ofLoadedImages)
        search.properties.removeAll { property in
            property.module != "HopoateTestingHelpers" && !services.contains { $0 == property.service }
        }
        search.notLookedAt.removeAll { !$0.fullName.contains(".Fixture.") }
        return search
    }

    private func problems(except exceptions: [Any.Type] = []) -> [DependencyProblem] {
        do {
            _ = try container.validate(search(), except: exceptions)
            return []
        } catch {
            return error.problems
        }
    }

    /// The services that properties miss.
    private var missing: Set<String> { Set(problems().map { $0.path[1] }) }

    @Test func eachPropertyWhoseServiceIsNotRegisteredIsAProblem() {
        #expect(
            problems().map { $0.path.joined(separator: " → ") } == [
                "OfForeignType.storing → Storing", "Generic.storing → Storing", "Model.logging → Logging",
                "Model.storing → Storing", "Worker.storing → Storing", "Local.storing → Storing",
                "OfArray.storing → Storing",
            ]
        )
    }

    @Test func theProgramIsSearched() throws {
        let module = "HopoateTestingHelpersTests"
        let error = #expect(throws: DependencyValidationError.self) {
            try container.validateProperties(modules: [module])
        }
        let kinds = try #require(error?.problems.map(\.kind))
        #expect(kinds.contains(.missingForProperty(type: "\(module).Fixture.Model", property: "storing")))
        let isOfModule = kinds.map { kind in
            if case .missingForProperty(let type, _) = kind { type.hasPrefix(module) } else { false }
        }
        // A type that is nested in another module's has that one's name.
        #expect(isOfModule.count { !$0 } == 1)
    }

    @Test func aProblemNamesTypePropertyServiceLookAlikesAndCure() throws {
        let line = #line + 1
        container.register(Fixture.Service(), for: (any StoringService).self)
        let problem = try #require(problems().first { $0.path[0] == "Model.storing" })
        let type = "HopoateTestingHelpersTests.Fixture.Model"
        #expect(problem.kind == .missingForProperty(type: type, property: "storing"))
        #expect(problem.service == "HopoateTestingHelpersTests.Fixture.Storing")
        #expect(problem.name == nil)
        #expect(problem.nodes.isEmpty)
        #expect(
            problem.description == """
                Nothing is registered for HopoateTestingHelpersTests.Fixture.Storing, by any name.
                    needed by: HopoateTestingHelpersTests.Fixture.Model.storing
                    path: Model.storing → Storing
                    looks like it: HopoateTestingHelpersTests.StoringService, eager, registered at \
                \(#fileID):\(line)
                    note: HopoateTestingHelpersTests.StoringService is registered, and its instance is a \
                HopoateTestingHelpersTests.Fixture.Storing: register it `for: (any Fixture.Storing).self`.
                To fix this, one of:
                    1. Register the service, in the container, in a parent of it or in a module that it installs.
                    2. Where doing without it is fine, make the property an @OptionalDependency.
                    3. If the property has a typed key with a default, name the key: `keys: [\\.key]`.
                    4. If the property has a container of its own, or if the service is registered later, pass the service \
                as `except:`.
                """
        )
    }

    @Test func anEmptyContainerIsPointedOut() throws {
        let problem = try #require(problems().first)
        #expect(problem.description.contains("    note: the container that was asked is empty"))
    }

    @Test func aServiceThatIsRegisteredByAnyNameOrKeyIsFound() {
        container.register(Fixture.Service(), for: Storing.self, named: "other")
        #expect(missing == ["Logging"])
        let token = container.register(Fixture.Service(), for: \.logging)
        #expect(missing.isEmpty)
        container.remove(token)
        #expect(missing == ["Logging"])
    }

    @Test func aTypedKeyWithADefaultIsFoundWhereItIsAskedForOrNamed() throws {
        let search = search(for: [Fixture.Keyed.self])
        // What another container was asked for makes no difference.
        _ = DependencyContainer().resolve(\.keyed)
        #expect(throws: DependencyValidationError.self) { try container.validate(search) }
        _ = container.resolve(\.keyed)
        #expect(try container.validate(search).properties.count == 1)
    }

    @Test func keysThatAreNamedNeedNoRegistration() throws {
        func missing(_ keys: [PartialKeyPath<DependencyKeys>]) -> [String] {
            let error = #expect(throws: DependencyValidationError.self) {
                try container.validateProperties(modules: ["HopoateTestingHelpersTests"], keys: keys)
            }
            return error?.problems.compactMap { $0.path.last } ?? []
        }
        #expect(missing([]).contains("Keyed"))
        #expect(!missing([\.keyed]).contains("Keyed"))
        // One without a default has to be registered.
        #expect(missing([\.keyed, \.logging]).contains("Logging"))
    }

    @Test func anOptionalInThePlaceOfItsServiceIsPointedOut() throws {
        #expect(try container.validate(search(for: [Fixture.Cell.self])).properties.count == 1)
        container.register(Fixture.Cell(), for: Fixture.Cell?.self)
        let error = #expect(throws: DependencyValidationError.self) {
            try container.validate(search(for: [Fixture.Cell.self]))
        }
        let text = try #require(error?.problems.first?.description)
        #expect(text.contains("needed by: HopoateTestingHelpersTests.Fixture.Sheet.cell\n"))
        #expect(
            text.contains(
                "looks like it: Swift.Optional<HopoateTestingHelpersTests.Fixture.Cell>, eager, registered at"
            )
        )
        #expect(text.contains("    1. Register it as `Cell`: as `Cell?` it is another service.\n"))
    }

    @Test func aPropertyOfAnOptionalTypeIsToldToNameTheService() throws {
        container.register(Fixture.Cell(), for: Fixture.Cell.self)
        let error = #expect(throws: DependencyValidationError.self) {
            try container.validate(search(for: [Fixture.Cell?.self]))
        }
        let texts = error?.problems.map(\.description) ?? []
        #expect(texts.count == 2)
        let cure = "    1. Write the property's type without the question or exclamation mark, as it is registered.\n"
        #expect(texts.allSatisfy { $0.contains(cure) })
    }

    @Test func aProviderNeedsItsService() throws {
        let search = search(for: [Fixture.Row.self])
        let error = #expect(throws: DependencyValidationError.self) { try container.validate(search) }
        #expect(error?.problems.map(\.path) == [["Table.makeRow", "Row"]])
        container.register(Fixture.Row.self, lifetime: .transient) { Fixture.Row() }
        #expect(try container.validate(search).properties == ["HopoateTestingHelpersTests.Fixture.Table.makeRow"])
    }

    @Test func aServiceThatIsOnlyDecoratedTakenWithAnArgumentOrContributedIsMissing() {
        container.register(Fixture.Service(), for: Logging.self)
        container.decorate(Storing.self) { $0 }
        container.register(Storing.self, taking: Int.self) { _ in Fixture.Service() }
        container.contribute(to: Storing.self) { Fixture.Service() }
        #expect(missing == ["Storing"])
        container.register(Fixture.Service(), for: Storing.self)
        container.decorate(Storing.self) { $0 }
        #expect(missing.isEmpty)
    }

    @Test func aParentsServicesAreFound() throws {
        container.register(Fixture.Service(), for: Storing.self)
        let child = DependencyContainer(parent: container)
        child.register(Fixture.Service(), for: Logging.self)
        let validated = try child.validate(search())
        let module = "HopoateTestingHelpersTests"
        #expect(
            validated.properties == [
                "Hopoate.DependencyContainer.OfForeignType.storing", "\(module).Fixture.Generic.storing",
                "\(module).Fixture.Model.beta", "\(module).Fixture.Model.logging", "\(module).Fixture.Model.storing",
                "\(module).Fixture.Worker.storing", "\(module).Local.storing", "\(module).OfArray.storing",
            ]
        )
        #expect(validated.notLookedAt == ["\(module).Fixture.Generic.all", "\(module).Fixture.Generic.element"])
        #expect(missing == ["Logging"])
    }

    @Test func anExceptedServiceMayBeMissing() {
        #expect(Set(problems(except: [Storing.self]).map { $0.path[1] }) == ["Logging"])
        #expect(problems(except: [Storing.self, Logging.self]).isEmpty)
    }

    @Test func nothingIsResolvedOrCreated() {
        let events = Protected(0)
        container.register(Storing.self) { Fixture.Service() }
        container.register(Logging.self, lifetime: .transient) { Fixture.Service() }
        let observation = container.observe { _ in events.withLock { $0 += 1 } }
        #expect(missing.isEmpty)
        withExtendedLifetime(observation) { #expect(events.withLock { $0 } == 0) }
    }

    @Test func aModuleWithoutSuchPropertiesIsAProblem() throws {
        let error = #expect(throws: DependencyValidationError.self) {
            try container.validate(search(), in: ["Hopoate", "Misspelt"])
        }
        let problems = try #require(error?.problems)
        #expect(problems.map(\.kind) == [.unreadableProperties, .unreadableProperties])
        #expect(
            problems[1].description == """
                No type of a module Misspelt has a property that looks a service up.
                    modules that have: HopoateTestingHelpersTests
                To fix this, one of:
                    1. Correct the name: it is the one that is imported, and not that of a package or a product.
                    2. Link the module into the test, and compile it with reflection metadata.
                    3. Leave it out if it takes its services by initializers alone: `validate(byCreating: true)` tries those.
                """
        )
        #expect(problems[1].service.isEmpty)
    }

    @Test func aProgramWhoseTypesCannotBeReadIsAProblem() throws {
        let error = #expect(throws: DependencyValidationError.self) { try container.validate(PropertySearch([])) }
        let problem = try #require(error?.problems.first)
        #expect(error?.problems.count == 1)
        #expect(problem.kind == .unreadableProperties)
        #expect(problem.path.isEmpty)
        #expect(
            problem.description.hasPrefix("The types of this program cannot be read, so nobody knows its properties.\n")
        )
    }

    @Test(.isolatedDependencies) func theModulesThatAreNamedAreLookedAt() {
        let error = #expect(throws: DependencyValidationError.self) {
            AppDelegate().registerServices()
            try DependencyContainer.shared.validateProperties(modules: ["MyApp", "Nobodys"], except: [(any Beta).self])
        }
        let problems = error?.problems.map(\.kind) ?? []
        #expect(problems.first == .unreadableProperties)
        #expect(
            Set(problems.dropFirst())
                == Set(["beta", "store"].map { .missingForProperty(type: "MyApp.Feed", property: $0) })
        )
    }

    /// Records of two files may have zeros between them.
    @Test func zerosBetweenRecordsAreSkipped() {
        let words = [UInt32](repeating: 0, count: 5)
        words.withUnsafeBytes { bytes in
            let records = TypeRecords(start: bytes.baseAddress!, byteCount: bytes.count)
            #expect(records.types.map { $0.wrappers.count } == [0, 0])
        }
    }
}
