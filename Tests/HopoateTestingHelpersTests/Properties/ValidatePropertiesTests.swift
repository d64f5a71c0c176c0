import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

/// Types with properties. `Scripts/check programs` has each kind of type in each kind of module.
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

    final class Grid { @Dependency var cells: [Cell] }

    struct Reader { @Dependency(\.keyed) var keyed }

    final class Model {
        @Dependency var storing: any Storing
        @Dependency(named: "file") var logging: any Logging
        @OptionalDependency var beta: Beta?
    }

    actor Worker { private let storing = Dependency<any Storing>() }

    final class Table {
        private let makeRow = Provider<Row>()
        private let row = Lazy<Row>()
        private let maybeRow = Provider<Row?>()
        private let maybeLazyRow = Lazy<Row?>()
        private let namedRow = Lazy<Named<Row, Blue>>()
    }

    enum Blue: DependencyName { static let name = "blue" }

    struct Generic<Element> {
        @Dependency var storing: any Storing
        @Dependency var element: Element
        @Dependency var all: (any Logging) -> Element
    }

    enum Choice {
        case one(Dependency<Beta>)
    }

    struct Page {}

    @propertyWrapper struct Boxed<Value> { var wrappedValue: Value }

    final class Book<Element> {
        lazy var later = Dependency<Page>()
        lazy var maybeLater: Dependency<Page>? = Dependency()
        var maybe: OptionalDependency<Page>?
        @Boxed var boxed = Dependency<Page>()
        let list = [Dependency<Page>()]
        let make = { Dependency<Page>() }
        let ofParameter: [Dependency<Element>] = []
    }
}

private protocol StoringService {}
extension Fixture.Service: StoringService {}

extension DependencyKeys {
    fileprivate var keyed: DependencyKey<Fixture.Keyed> { .init { Fixture.Keyed() } }
    fileprivate var logging: DependencyKey<any Fixture.Logging> { .required() }
}

extension DependencyContainer {
    fileprivate struct OfForeignType { @Dependency var storing: any Fixture.Storing }
}

extension [Int] {
    fileprivate struct OfArray { @Dependency var storing: any Fixture.Storing }
}

private func localType() -> Any.Type {
    struct Local { @Dependency var storing: any Fixture.Storing }
    return Local.self
}

@Suite struct ValidatePropertiesTests {
    private typealias Storing = any Fixture.Storing
    private typealias Logging = any Fixture.Logging

    private let module = "HopoateTestingHelpersTests"
    private let container = DependencyContainer()
    /// Named here, or an optimized build would drop their metadata.
    private let types: [Any.Type] = [
        Fixture.Model.self, Fixture.Worker.self, Fixture.Reader.self, Fixture.Generic<Int>.self, Fixture.Choice.self,
        Fixture.Table.self, Fixture.Grid.self, Fixture.Book<Int>.self, DependencyContainer.OfForeignType.self,
        [Int].OfArray.self,
        localType(),
    ]

    /// The properties of some services, and all of the helpers' own.
    private func search(for services: [Any.Type] = [Storing.self, Logging.self, Fixture.Beta.self]) -> PropertySearch {
        var search = PropertySearch(TypeRecords.ofLoadedImages, in: [module])
        search.restrict { property in services.contains { $0 == property.service } }
        return search
    }

    private func problems(_ validate: () throws -> ValidatedProperties) -> [DependencyProblem] {
        let error = #expect(throws: DependencyValidationError.self) { _ = try validate() }
        return error?.problems ?? []
    }

    private func problems() -> [DependencyProblem] { problems { try container.validate(search()) } }

    /// The services that properties miss.
    private func missing(except exceptions: [Any.Type] = []) -> Set<String> {
        Set(problems { try container.validate(search(), except: exceptions) }.map { $0.path[1] })
    }

    @Test func `each service that is not registered is a problem with its properties`() {
        let properties = [
            [
                "OfForeignType.storing", "Generic.storing", "Model.storing", "Worker.storing", "Local.storing",
                "OfArray.storing",
            ],
            ["Model.logging"],
        ]
        let names = problems().map { $0.properties.map { $0.split(separator: ".").suffix(2).joined(separator: ".") } }
        #expect(names == properties)
        #expect(problems().map { $0.path } == [["OfForeignType.storing", "Storing"], ["Model.logging", "Logging"]])
    }

    @Test func `services of parents are found, and validated properties listed`() throws {
        container.register(Fixture.Service(), for: Storing.self)
        let child = DependencyContainer(parent: container)
        child.register(Fixture.Service(), for: Logging.self)
        let validated = try child.validate(search())
        let ofModule = [
            "Fixture.Generic.storing", "Fixture.Model.beta", "Fixture.Model.logging", "Fixture.Model.storing",
            "Fixture.Worker.storing", "Local.storing", "OfArray.storing",
        ]
        let ofForeignType = "Hopoate.DependencyContainer.OfForeignType.storing"
        #expect(validated.properties == [ofForeignType] + ofModule.map { "\(module).\($0)" })
        let unknown = ["Book.boxed", "Book.list", "Book.make", "Book.ofParameter", "Generic.all", "Generic.element"]
        let skipped = validated.skippedProperties.filter { $0.contains(".Fixture.") }
        #expect(skipped == unknown.map { "\(module).Fixture.\($0)" })
    }

    @Test func `a lazy or optional wrapper needs its service`() throws {
        let search = search(for: [Fixture.Page.self])
        #expect(problems { try container.validate(search) }.map(\.properties.count) == [2])
        container.register(Fixture.Page(), for: Fixture.Page.self)
        #expect(try container.validate(search).properties.count == 3)
    }

    @Test func `the modules that are named are searched`() {
        let found = problems { try container.validateProperties(modules: [module, "MyApp"], except: [Storing.self]) }
        let names = found.flatMap(\.properties)
        #expect(names.contains("\(module).Fixture.Model.logging"))
        #expect(!names.contains("\(module).Fixture.Model.storing"))
        #expect(names.contains("MyApp.Feed.store"))
        #expect(!names.contains("MainActorTests.Screen.greeter"))
    }

    @Test func `a problem names the property, the service, similar registrations and the cure`() throws {
        let line = #line + 1
        container.register(Fixture.Service(), for: (any StoringService).self)
        let problem = try #require(problems().first)
        #expect(problem.kind == .missing)
        #expect(problem.service == "\(module).Fixture.Storing")
        let text = problem.description.replacing(
            /[ ]+needed by: (Hopoate\.|.*(Worker|OfArray|Local|Generic)).*\n/,
            with: ""
        )
        #expect(
            text == """
                Nothing is registered for HopoateTestingHelpersTests.Fixture.Storing, by any name.
                    needed by: HopoateTestingHelpersTests.Fixture.Model.storing
                    path: OfForeignType.storing → Storing
                    similar: HopoateTestingHelpersTests.StoringService, eager, registered at \
                \(#fileID):\(line)
                    note: HopoateTestingHelpersTests.StoringService is registered, and its instance is a \
                HopoateTestingHelpersTests.Fixture.Storing: register it `for: (any Fixture.Storing).self`.
                To fix this, one of:
                    1. If the property has a typed key with a default, pass the key: `keys: [\\.key]`.
                    2. Register the service in the container, in its parent or in a module that it installs.
                    3. If the service may be missing, make the property an @OptionalDependency.
                    4. If the property has a container of its own, or if the service is registered later, pass the service \
                as `except:`.
                """
        )
    }

    @Test func `a service may be registered by any name or key, or excepted`() throws {
        container.register(Fixture.Service(), for: Storing.self, named: "other")
        #expect(missing() == ["Logging"])
        #expect(try container.validate(search(), except: [Logging.self]).properties.count == 8)
        container.register(Fixture.Service(), for: \.logging)
        #expect(try container.validate(search()).properties.count == 8)
    }

    @Test func `a service that is only decorated, contributed or takes an argument is missing`() {
        container.decorate(Storing.self) { $0 }
        container.register(Storing.self, taking: Int.self) { _ in Fixture.Service() }
        container.contribute(to: Storing.self) { Fixture.Service() }
        #expect(missing() == ["Logging", "Storing"])
    }

    @Test func `a property with a list needs no contributions`() throws {
        let search = search(for: [[Fixture.Cell].self])
        #expect(try container.validate(search).properties.count == 1)
    }

    @Test func `a default is found if its key was resolved or is named`() async throws {
        let search = search(for: [Fixture.Keyed.self])
        // Look-ups in other containers do not count.
        _ = DependencyContainer().resolve(\.keyed)
        #expect(problems { try container.validate(search) }.map(\.path) == [["Reader.keyed", "Keyed"]])
        // A key without a default has to be registered. The properties of its service are no other problem.
        nonisolated(unsafe) let keys: [PartialKeyPath<DependencyKeys>] = [\.keyed, \.logging]
        let missing = problems { try container.validateProperties(modules: [module], keys: keys) }
        #expect(!missing.contains { $0.path.last == "Keyed" || $0.properties.contains { $0.hasSuffix(".logging") } })
        #expect(missing.contains { $0.name?.hasPrefix("typed key logging of ") == true })
        let reported = try await reports { await container.checkWiring(modules: [module], keys: keys) }
        #expect(!reported.contains { $0.text.contains("needed by: \(module).Fixture.Reader.keyed") })
        #expect(reported.contains { $0.text.contains("Logging (typed key logging of ") })
        #expect(container.registrations.isEmpty)
        _ = container.resolve(\.keyed)
        #expect(try container.validate(search).properties.count == 1)
    }

    @Test func `an optional that is registered in place of its service is pointed out`() throws {
        #expect(try container.validate(search(for: [Fixture.Cell.self])).properties.count == 1)
        container.register(Fixture.Cell(), for: Fixture.Cell?.self)
        let texts = problems { try container.validate(search(for: [Fixture.Cell.self])) }.map(\.description)
        #expect(texts.count == 1)
        #expect(texts[0].contains("similar: Swift.Optional<\(module).Fixture.Cell>, eager, registered at"))
        #expect(texts[0].contains("    1. Register it as `Cell`: `Cell?` is a different service.\n"))
    }

    @Test func `the cure for a property of an optional type is to name the service`() {
        container.register(Fixture.Cell(), for: Fixture.Cell.self)
        let texts = problems { try container.validate(search(for: [Fixture.Cell?.self])) }.map(\.description)
        let cure = "    1. Write the property's type without the `?` or `!`, as it is registered.\n"
        #expect(texts.map { $0.contains(cure) } == [true])
    }

    @Test func `a lazy handle and a provider need their service, unless it is optional or takes an argument`() throws {
        let search = search(for: [Fixture.Row.self])
        let names = ["makeRow", "namedRow", "row"].map { "\(module).Fixture.Table.\($0)" }
        #expect(problems { try container.validate(search) }.map(\.properties) == [names])
        // A provider may pass the argument.
        container.register(Fixture.Row.self, taking: Int.self) { _ in Fixture.Row() }
        #expect(problems { try container.validate(search) }.map(\.properties) == [Array(names.dropFirst())])
        container.register(Fixture.Row.self, lifetime: .transient) { Fixture.Row() }
        #expect(try container.validate(search).properties.count == 5)
    }

    @Test func `a module without properties is a problem`() {
        let search = PropertySearch(TypeRecords.ofLoadedImages, in: [module, "Hopoate", "Misspelt"])
        let problems = problems { try container.validate(search, except: search.properties.map(\.service)) }
        #expect(problems.map(\.kind) == [.unreadableProperties, .unreadableProperties])
        let text = problems.last?.description.replacing(/Hopoate.*MyApp/, with: "…")
        #expect(
            text == """
                No type of the module Misspelt has a property that resolves a service.
                    modules with such properties: …
                To fix this, one of:
                    1. Correct the name: pass the name that you import, and not the name of a package or a product.
                    2. Link the module into the test, and compile it with reflection metadata.
                    3. Leave it out if its types get services only by initializers, which `validate(runningCreators: true)` checks.
                """
        )
    }

    /// The linker may put zeros between the records of two files.
    @Test func `zeros between records are skipped`() {
        let words = [UInt32](repeating: 0, count: 5)
        words.withUnsafeBytes { bytes in
            let records = TypeRecords(start: bytes.baseAddress!, byteCount: bytes.count)
            #expect(records.types.map { $0.wrappers.count } == [0, 0])
        }
    }
}
