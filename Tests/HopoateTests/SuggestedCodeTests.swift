import Foundation
import Testing

@testable import Hopoate

/// Types of each kind. What is suggested for one is the very code of its row, which the compiler has compiled.
@Suite struct SuggestedCodeTests {
    struct Row: Sendable {
        let type: Any.Type
        let line: Int

        init(_ type: Any.Type, line: Int = #line) { (self.type, self.line) = (type, line) }
    }

    private static let nominalTypes = [
        Row(Int.self),
        Row(Suggested.self),
        Row(Suggested.Shelf<Int>.Board<String>.self),
        Row(Suggested.Shelf<Int>.Extra.self),
        Row(String.Caption.self),
        Row(AsyncStream<Int>.Continuation.self),
        Row(URL.self),
        Row(Set<URL>.self),
        Row(Hidden.self),
        Row(Suggested.Shelf<Hidden>.self),
    ]

    private static let existentials = [
        Row((any Suggested.Store).self),
        Row((any Suggested.Log & Suggested.Store).self),
        Row((any Suggested.Base & Suggested.Log & Suggested.Store).self),
        Row((any Listing).self),
        Row((any Listing<Int>).self),
        Row((any Listing<(Int) -> String>).self),
        Row((any Sorted<Int>).self),
        Row((any HiddenStore).self),
        Row((any AnyObject).self),
        Row(Any.self),
    ]

    private static let metatypes = [
        Row((any Suggested.Store.Type).self),
        Row((any Suggested.Store.Type.Type).self),
        Row((any Listing<Int>).Type.self),
        Row((any AnyObject.Type).self),
        Row(Suggested.Type.self),
        Row(((Int) -> String).Type.self),
        Row(Suggested.Shelf<Suggested.Type>.self),
    ]

    // swift-format-ignore
    private static let optionalsAndCollections = [
        Row(Optional<Int>.self),
        Row(Optional<Optional<any Listing<Int>>>.self),
        Row(Optional<() -> Int>.self),
        Row(Array<any Listing<Int>>.self),
        Row(Dictionary<String, Array<(Int) -> String>>.self),
        Row(Array<Int>.Type.self),
    ]

    // swift-format-ignore
    private static let tuplesAndFunctions = [
        Row(Void.self),
        Row((count: Int, name: String).self),
        Row((any Listing<Int>, Int).self),
        Row((() -> ()).self),
        Row(((Int, URL) -> String).self),
        Row((((Int, URL)) -> String).self),
        Row((((Int) -> String) -> Bool).self),
        Row((() async throws -> Int).self),
        Row((@Sendable () -> Int).self),
        Row((@MainActor @Sendable () -> Int).self),
        Row((@Suggested.Desk @Sendable () -> Int).self),
        Row((@convention(c) (Int) -> Int).self),
        Row(((inout Int) -> ()).self),
        Row(Suggested.Shelf<() -> Int>.self),
    ]

    private static let source = try? String(contentsOfFile: #filePath, encoding: .utf8)

    /// The code of a row, as it stands in this file.
    private static func code(of row: Row) throws -> String {
        let lines = try #require(source).components(separatedBy: "\n")
        let line = lines[row.line - 1].trimmingCharacters(in: .whitespaces)
        return String(line.dropFirst("Row(".count).dropLast("),".count))
    }

    @Test(arguments: [nominalTypes, existentials, metatypes, optionalsAndCollections, tuplesAndFunctions].joined())
    func `a suggestion is the code of its type`(_ row: Row) throws {
        #expect(DependencyError.metatype(of: row.type) == (try Self.code(of: row)))
    }

    /// Only its own function could name it.
    @Test func `a local type is a placeholder`() {
        struct Local {
            enum Part { case only }
        }
        func code(_ type: Any.Type) -> String { DependencyError.metatype(of: type) }
        #expect(code(Local.self) == "YourService.self")
        #expect(code(Local.Part.self) == "YourService.self")
        #expect(code([Local].self) == "YourService.self")
        #expect(code(((Local) -> Int).self) == "YourService.self")
    }

    private enum Metatype<Service> {
        static var type: Any.Type { Service.self }
    }

    #if !canImport(Darwin)
    /// Types whose metatypes need newer Apple systems than tests do.
    private static let newTypes = [
        Row(Suggested.Fixed<3>.self),
        Row((() throws(Suggested.Failure) -> Int).self),
        Row((@isolated(any) () -> Int).self),
    ]

    @Test(arguments: newTypes) func `a suggestion is the code of a new type`(_ row: Row) throws {
        #expect(DependencyError.metatype(of: row.type) == (try Self.code(of: row)))
    }

    @Test(arguments: [
        Metatype<(isolated Suggested.Desk) -> Void>.type,
        Metatype<(sending Suggested.Base) -> Void>.type,
        Metatype<nonisolated(nonsending) () async -> Int>.type,
        Metatype<Suggested.Pair<Int, String>>.type,
    ])
    func `a new type that cannot be written is a placeholder`(_ type: Any.Type) {
        #expect(DependencyError.metatype(of: type) == "YourService.self")
    }
    #endif

    /// Types that no expression can have, and types with ambiguous names.
    private static let placeholders = [
        Metatype<(Int...) -> Void>.type,
        Metatype<(consuming Suggested.Base) -> Void>.type,
        Metatype<any (Suggested.Store & Suggested.Log).Type>.type,
        Metatype<[Hidden: Hidden]>.type,
        Metatype<any Sortable<Int, String>>.type,
        Metatype<any Listing<Int> & Suggested.Store>.type,
        Metatype<Suggested.Shelf<any Sortable<Int, String>>>.type,
    ]

    @Test(arguments: placeholders) func `a type that cannot be written is a placeholder`(_ type: Any.Type) {
        #expect(DependencyError.metatype(of: type) == "YourService.self")
    }

    /// In the Swift 5 mode it is code, and the compiler inserts `any`.
    @Test func `a protocol that is an argument is named without any, as the runtime does`() {
        let codes =
            [
                (Optional<any Suggested.Store>.self, "Optional<Suggested.Store>.self"),
                (Array<any Suggested.Log & Suggested.Store>.self, "Array<Suggested.Log & Suggested.Store>.self"),
                (Suggested.Shelf<() -> any Suggested.Store>.self, "Suggested.Shelf<() -> Suggested.Store>.self"),
                ((any Suggested.Store, Int).self, "(Suggested.Store, Int).self"),
                ((any Suggested.Store).Type.self, "Suggested.Store.Protocol.self"),
                ((any Suggested.Log & Suggested.Store).Type.self, "(Suggested.Log & Suggested.Store).Protocol.self"),
            ] as [(Any.Type, String)]
        for (type, code) in codes { #expect(DependencyError.metatype(of: type) == code) }
    }

    @Test func `an error names a constrained protocol as in code, and a private type without its file`() {
        let container = DependencyContainer()
        func text<Service>(_ service: Service.Type) -> String {
            dependencyError { try container.resolving(service) }?.description ?? ""
        }
        #expect(text((any Collection<Int>).self).hasPrefix("Nothing is registered for any Collection<Int>.\n"))
        #expect(text((any HiddenListing<Int>).self).hasPrefix("Nothing is registered for any HiddenListing<Int>.\n"))
        #expect(text(Hidden.self).hasPrefix("Nothing is registered for HopoateTests.Hidden.\n"))
    }

    @Test func `a marker protocol is no part of a type`() {
        #expect(DependencyError.metatype(of: (any Suggested.Store & Sendable).self) == "(any Suggested.Store).self")
        #expect(DependencyError.metatype(of: (any Sendable).self) == "Any.self")
    }

    @Test func `the cures of an error have the code`() {
        let text = dependencyError { try DependencyContainer().resolving(((Int) -> String).self) }?.description ?? ""
        #expect(text.contains("container.register(…, for: ((Int) -> String).self)\n"), "\(text)")
        #expect(text.contains("MockContainer(YourMock(), for: ((Int) -> String).self)"), "\(text)")
        let pair = dependencyError { try DependencyContainer().resolving(Int.self, with: (1, "")) }?.description ?? ""
        #expect(pair.contains("container.register(Int.self, taking: (Int, String).self) {"), "\(pair)")
        let void = dependencyError { try DependencyContainer().resolving(Int.self, with: ()) }?.description ?? ""
        #expect(void.contains("container.register(Int.self, taking: Void.self) {"), "\(void)")
    }
}

/// A missing service of an optional type.
@Suite struct MissingOptionalTests {
    private struct DiskStore: Suggested.Store {}
    private let container = DependencyContainer()

    private func text(named name: String? = nil) -> String {
        dependencyError { try container.resolving((any Suggested.Store)?.self, named: name) }?.description ?? ""
    }

    @Test func `the cure is an optional look-up or the service itself`() {
        let text = text(named: "disk")
        #expect(
            text.hasSuffix(
                """
                To fix this, leave out the `?`, and register the service: container.register(…, for: \
                (any Suggested.Store).self, named: "disk")
                If the service may be missing, use @OptionalDependency or optionalResolve((any Suggested.Store).self, named: "disk").
                """
            ),
            "\(text)"
        )
    }

    @Test func `the wrapped service is mentioned if it is registered`() {
        container.register(DiskStore(), for: (any Suggested.Store).self)
        let text = text()
        let note = "note: HopoateTests.Suggested.Store is registered: leave out the `?`."
        #expect(text.contains(note), "\(text)")
        #expect(text.contains("similar: HopoateTests.Suggested.Store, eager, registered at"), "\(text)")
    }

    @Test func `a service whose instance could be wrapped is mentioned`() {
        container.register(DiskStore(), for: DiskStore.self)
        let text = text()
        #expect(text.contains("DiskStore is registered, and its instance is a HopoateTests.Suggested.Store"), "\(text)")
        #expect(text.contains("Store: register it `for: (any Suggested.Store).self`."), "\(text)")
        #expect(!text.contains("Optional<Suggested.Store>"), "\(text)")
    }
}

enum Suggested {
    protocol Store {}
    protocol Log {}
    class Base {}
    struct Failure: Error {}
    struct Shelf<Item> {
        struct Board<Label> {}
        struct Label {}
    }
    @globalActor actor Desk { static let shared = Desk() }
}
#if !canImport(Darwin)
extension Suggested {
    struct Fixed<let count: Int> {}
    struct Pair<each Part> {}
}
#endif
extension Suggested.Shelf where Item == Int {
    struct Extra {}
}
extension String {
    struct Caption {}
}
protocol Listing<Element> { associatedtype Element }
protocol Sorted<Element>: Listing {}
protocol Sortable<Element, ID> {
    associatedtype Element
    associatedtype ID
}
private protocol HiddenStore {}
private protocol HiddenListing<Element> { associatedtype Element }
private struct Hidden: Hashable {}
