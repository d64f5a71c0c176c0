import Foundation
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

/// Services within a type, as features declare them, and one of the same short name outside.
enum Forecasts {
    final class Client: Sendable {}
    protocol Storing: Sendable {}
}
final class Editor: Sendable {}
final class Panel: Sendable {}
struct Type2 {}

/// A module whose values are cases.
enum ModeModule: DependencyModule, CustomStringConvertible {
    case live, mock
    var description: String { "the mode" }
    func register(in container: DependencyContainer) { container.register(self == .live, for: Bool.self) }
}
enum ListModule: DependencyModule, Equatable {
    case only(Set<String>)
    func register(in container: DependencyContainer) { container.register("\(self)", for: String.self) }
}

class FolderModule: DependencyModule, Equatable {
    let folder: String
    init(_ folder: String) { self.folder = folder }
    static func == (left: FolderModule, right: FolderModule) -> Bool { left.folder == right.folder }
    func register(in container: DependencyContainer) { container.register(folder, for: String.self) }
}
final class SubfolderModule: FolderModule {}

protocol Listing<Element>: Sendable { associatedtype Element }
private protocol HiddenListing<Element>: Sendable { associatedtype Element }
protocol Shelving<Content, ID>: Sendable {
    associatedtype Content
    associatedtype ID
}
extension Array {
    struct Chunk {}
}
extension String {
    struct Heading {}
}

/// What users read: problems, cures, paths and names.
@Suite struct MessagesTests {
    private let container = DependencyContainer()

    private func text(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
    }

    private func problems(byCreating isCreating: Bool = false) -> [DependencyProblem] {
        let error = #expect(throws: DependencyValidationError.self) { try container.validate(byCreating: isCreating) }
        return error?.problems ?? []
    }

    @Test func whatHasNothingToDecorateIsOneProblem() {
        container.decorate(Editor.self) { $0 }
        container.autoregister(Panel.self) { (_: Editor) in Panel() }
        container.register(Int.self) {
            _ = try resolving(Editor.self); return 1
        }
        #expect(problems().map(\.kind) == [.nothingToDecorate])
        let created = problems(byCreating: true)
        #expect(created.count == 1, "\(created.map { "\($0.kind)".prefix(60) })")
    }

    @Test func anExceptedServiceThatTakesAnArgumentMayBeMissing() {
        container.register(Panel.self) {
            _ = try DependencyContainer.shared.resolving(Editor.self, with: true)
            return Panel()
        }
        var found: [DependencyProblem] = []
        // A module without properties is a problem by itself.
        withKnownIssue { found = container.checkWiring(modules: ["HopoateTestingHelpers"], except: [Editor.self]) }
        #expect(found.map(\.kind) == [.unreadableProperties])
    }

    @Test func anEnumModuleWithAnotherValueTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.install(ModeModule.live)
            container.install(ModeModule.mock)
        }
        #expect(try trapMessage(result).contains("is installed already, with other values."))
    }

    /// Equal sets may list their elements in different orders.
    @Test func anEnumModuleWithAnEqualSetIsTheSameModule() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            for _ in 0..<20 {
                var names: Set<String> = []
                for number in 0..<6 { names.insert("name \(number)") }
                container.install(ListModule.only(names))
            }
        }
    }

    @Test func aSubclassModuleWithAnotherValueTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.install(SubfolderModule("a"))
            container.install(SubfolderModule("b"))
        }
        #expect(try trapMessage(result).contains("is installed already, with other values."))
    }

    @Test func theCureNamesATypeThatIsInAnother() {
        let missing = text { _ = try container.resolving(Forecasts.Client.self) }
        #expect(missing.contains("for: Forecasts.Client.self)"), "\(missing)")
        let missingProtocol = text { _ = try container.resolving((any Forecasts.Storing).self) }
        #expect(
            missingProtocol.contains("MockContainer(YourMock(), for: (any Forecasts.Storing).self)"),
            "\(missingProtocol)"
        )
    }

    /// The runtime has them by the names of the associated types.
    @Test func theCureOfAProtocolWithSeveralTypeArgumentsIsForNoOtherService() {
        let missing = text { _ = try container.resolving((any Shelving<String, Int>).self) }
        #expect(!missing.contains("any Shelving<Swift.Int"), "\(missing)")
        #expect(missing.contains("Shelving.Content == Swift.String"))
    }

    /// The runtime has them behind the last protocol.
    @Test func theCureOfACompositionGivesNoProtocolTheArgumentsOfAnother() {
        let missing = text { _ = try container.resolving((any Listing<Int> & Forecasts.Storing).self) }
        #expect(!missing.contains("Storing<Swift.Int>"), "\(missing)")
        #expect(missing.contains("Listing.Element == Swift.Int"))
    }

    @Test func theCureOfAPrivateProtocolNamesNoFile() {
        let missing = text { _ = try container.resolving((any HiddenListing<Int>).self) }
        #expect(missing.contains("HiddenListing.Element == Swift.Int>).self"), "\(missing)")
        #expect(!missing.contains(" in _"))
    }

    @Test func theCureNamesATypeInAnExtensionAsCodeDoes() {
        let missing = text { _ = try container.resolving(String.Heading.self) }
        #expect(missing.contains("container.register(…, for: String.Heading.self)"), "\(missing)")
        #expect(missing.contains("MockContainer(YourMock(), for: String.Heading.self)"))
        let generic = text { _ = try container.resolving([Int].Chunk.self) }
        #expect(generic.contains("container.register(…, for: Array<Swift.Int>.Chunk.self)"), "\(generic)")
        container.register(String.Heading(), for: String.Heading.self)
        #expect("\(container.graph())".hasPrefix("Heading "))
    }

    @Test func theCureOfAnyCompiles() {
        #expect(text { _ = try container.resolving(Any.self) }.contains("for: Any.self)"))
        #expect(text { _ = try container.resolving(Any.Type.self) }.contains("for: Any.Type.self)"))
        #expect(text { _ = try container.resolving([Any.Type].self) }.contains("for: Array<Any.Type>.self)"))
    }

    @Test func aVariadicClosureKeepsItsParameter() {
        container.autoregister(Int.self) { (log: @escaping (Int...) -> Void) in 1 }
        let found = problems()
        #expect(found.map(\.path) == [["Int", "(Int...) -> ()"]])
    }

    @Test func theCureOfWhatTakesNothing() {
        let missing = text { _ = try container.resolving(Editor.self, with: ()) }
        #expect(missing.contains("taking: ().self"), "\(missing)")
    }

    @globalActor private actor Press { static let shared = Press() }

    /// `asyncResolve` knows no contributions.
    @Test func theCureOfAContributionThatBelongsToAnActor() {
        let cure = "Contribute an object that awaits its actor when it is used."
        container.contribute(to: Int.self) { @Press in 1 }
        #expect(text { _ = try container.resolvingAll(Int.self) }.contains(cure))
        container.contribute(to: String.self) { @MainActor in "1" }
        #expect(text { _ = try container.resolvingAll(String.self) }.contains("Resolve all of them on that actor."))
    }

    @Test func theCureOfAMissingMockIsCode() async throws {
        let nested = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: Forecasts.Client = mock(of: Forecasts.Client.self)
        }
        #expect(try trapMessage(nested).contains("add .mock(Forecasts.Client.self) { Forecasts.Client() } to the test"))
        let ofProtocol = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: any Pinging = mock(of: (any Pinging).self)
        }
        #expect(try trapMessage(ofProtocol).contains("add .mock((any Pinging).self) { YourMock() } to the test"))
    }

    @Test func theCureOfAMissingMockHasTheName() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let logger: Editor = mock(of: Editor.self, named: "backup")
            _ = logger
        }
        let message = try trapMessage(result)
        let cure = try #require(message.split(separator: "\n").first { $0.hasPrefix("To fix this") })
        #expect(cure.contains("named: \"backup\""), "\(cure)")
    }

    @Test func aLazyIsNoCreator() {
        let depths = Counter(), lazy = Lazy(Editor.self, container: container)
        container.register(Editor.self) { Editor() }
        let observation = container.observe { event in for _ in 0..<event.depth { depths.increment() } }
        _ = lazy.get()
        withExtendedLifetime(observation) { #expect(depths.count == 0) }
    }

    @Test func thePathOfALazyHasEachServiceOnce() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Lazy(Editor.self, container: DependencyContainer()).get()
        }
        let message = try trapMessage(result)
        #expect(!message.contains("path: Editor → Editor"), "\(message.prefix(300))")
    }

    @Test func aTypeWhoseNameBeginsLikeThatOfAMetatypeIsWithoutItsModule() {
        container.autoregister(Int.self) { (_: Type2) in 1 }
        let path = problems().first?.path
        #expect(path == ["Int", "Type2"])
    }
}
