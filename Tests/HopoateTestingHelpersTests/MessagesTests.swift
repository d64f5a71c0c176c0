import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

/// Services within a type, as features declare them, and in extensions of other types.
enum Forecasts {
    final class Client: Sendable {}
    protocol Storing: Sendable {}
}
struct Type2 {}

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

/// Messages write types as users' code does.
@Suite struct MessagesTests {
    /// A failing look-up, and a part of its error's text.
    struct Cure: Sendable, CustomTestStringConvertible {
        let text: String
        let lookUp: @Sendable (DependencyContainer) throws -> Void

        var testDescription: String { text }

        init(_ text: String, _ lookUp: @escaping @Sendable (DependencyContainer) throws -> Void) {
            (self.text, self.lookUp) = (text, lookUp)
        }
    }

    @Test(.isolatedDependencies) func `the container of the test is named`() {
        let line = #line - 1
        let place = "HopoateTestingHelpersTests/MessagesTests.swift:\(line)"
        let test = "`the container of the test is named`() at \(place)"
        let child = DependencyContainer(parent: .shared)
        let texts = [DependencyContainer.shared, child].map { container in
            #expect(throws: DependencyError.self) { try container.resolving(Type2.self) }?.description ?? ""
        }
        #expect(texts[0].contains("\n    container: the container of the test \(test)\n"), "\(texts[0])")
        #expect(
            texts[1].contains("\n    container: a child of the container of the test \(test)\n"),
            "\(texts[1])"
        )
    }

    private struct OfOthers: Sendable {}

    @Test func `a test without isolation is told to isolate itself`() async {
        let other = DependencyContainer()
        other.register(OfOthers(), for: OfOthers.self)
        async let child = Self.errorOfOthers()
        let note = "    note: this test has no container of its own: isolate it with `.isolatedDependencies`."
        for text in [Self.errorOfOthers(), await child] {
            #expect(text.split(separator: "\n").filter { $0.contains("note: ") } == [note[...]], "\(text)")
        }
        withExtendedLifetime(other) {}
    }

    private static func errorOfOthers() -> String {
        #expect(throws: DependencyError.self) { try resolving(OfOthers.self) }?.description ?? ""
    }

    @Test func `an error in a container whose test has ended says so`() async {
        let end = { withIsolatedDependencies { DependencyContainer.shared } }
        for container in [end(), await withIsolatedDependencies(.forked) { DependencyContainer.shared }] {
            let error = #expect(throws: DependencyError.self) { try container.resolving(OfOthers.self) }
            #expect(
                error?.description.contains("note: this container ended when its test ended: await the work there.\n")
                    == true
            )
        }
    }

    @globalActor private actor Press { static let shared = Press() }

    private static let cures = [
        Cure("container.register(…, for: Forecasts.Client.self)") { _ = try $0.resolving(Forecasts.Client.self) },
        Cure("MockContainer(YourMock(), for: (any Forecasts.Storing).self)") {
            _ = try $0.resolving((any Forecasts.Storing).self)
        },
        // The runtime attributes the arguments to the last protocol, by the names of the associated types.
        Cure("for: YourService.self)") { _ = try $0.resolving((any Shelving<String, Int>).self) },
        Cure("for: YourService.self)") { _ = try $0.resolving((any Listing<Int> & Forecasts.Storing).self) },
        Cure("for: (any HiddenListing<Int>).self)") { _ = try $0.resolving((any HiddenListing<Int>).self) },
        Cure("for: String.Heading.self)") { _ = try $0.resolving(String.Heading.self) },
        Cure("for: Array<Int>.Chunk.self)") { _ = try $0.resolving([Int].Chunk.self) },
        Cure("for: Any.self)") { _ = try $0.resolving(Any.self) },
        Cure("for: Any.Type.self)") { _ = try $0.resolving(Any.Type.self) },
        Cure("for: ContiguousArray<Any.Type>.self)") { _ = try $0.resolving(ContiguousArray<Any.Type>.self) },
        Cure("taking: Void.self") { _ = try $0.resolving(Forecasts.Client.self, with: ()) },
        // `asyncResolve` does not run contributions on their actor.
        Cure("Contribute an object that awaits the actor when used.") {
            $0.contribute(to: Int.self) { @Press in 1 }
            _ = try $0.resolvingAll(Int.self)
        },
        Cure("Resolve the contributions on that actor.") {
            $0.contribute(to: Int.self) { @MainActor in 1 }
            _ = try $0.resolvingAll(Int.self)
        },
    ]

    @Test(arguments: cures) func `the cure is code`(_ cure: Cure) throws {
        let error = #expect(throws: DependencyError.self) { try cure.lookUp(DependencyContainer()) }
        let text = try #require(error).description
        #expect(text.contains(cure.text), "\(text)")
        for wrong in ["any Shelving<Swift.Int", "Storing<Swift.Int>", " in _"] { #expect(!text.contains(wrong)) }
    }

    @Test func `the path of a problem omits modules`() {
        let container = DependencyContainer()
        container.autoregister(Int.self) { (_: Type2) in 1 }
        container.autoregister(String.self) { (log: @escaping (Int...) -> Void) in "" }
        let error = #expect(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.path) == [["Int", "Type2"], ["String", "(Int...) -> ()"]])
    }
}
