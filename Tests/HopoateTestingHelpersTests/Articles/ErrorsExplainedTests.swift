// The headings and notes of the article *Errors explained* are the library's real messages.

import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

/// One after the other, so that the look-up of a stray thread is reported on the test that made it.
@Suite(.serialized) struct ErrorsExplainedTests {
    private typealias Heading = ErrorsExplained.Heading
    private typealias Note = ErrorsExplained.Note

    @Test func eachHeadingOfTheArticleIsTestedAndEachTestHasItsHeading() throws {
        let headings = try ErrorsExplained.article().split(separator: "\n").filter { $0.hasPrefix("### ") }
        #expect(headings.map { String($0.dropFirst(4)) }.sorted() == Heading.allCases.map(\.rawValue).sorted())
    }

    @Test func eachNoteOfTheArticleIsTestedAndEachTestHasItsNote() throws {
        let notes = try ErrorsExplained.article().split(separator: "\n").filter { $0.hasPrefix("| `note: ") }
            .compactMap { $0.split(separator: "`").dropFirst().first?.dropFirst("note: ".count) }
        #expect(notes.map(String.init).sorted() == Note.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: ErrorsExplained.Heading.allCases)
    fileprivate func aHeadingIsARealMessage(_ heading: ErrorsExplained.Heading) async throws {
        let message = try await ErrorsExplained.message(under: heading)
        let line = message.prefix { $0 != "\n" }
        // Where the beginning of one message is another's, a reader finds the longer heading.
        let headings = Heading.allCases.filter { ErrorsExplained.isMatch($0.rawValue, line) }
        #expect(headings.max { $0.rawValue.count < $1.rawValue.count } == heading, "\(message)")
    }

    @Test(arguments: ErrorsExplained.Note.allCases)
    fileprivate func aNoteIsARealNote(_ note: ErrorsExplained.Note) async throws {
        let description = try await ErrorsExplained.description(with: note)
        let notes = description.split(separator: "\n").filter { $0.hasPrefix("    note: ") }.map { $0.dropFirst(10) }
        #expect(notes.contains { ErrorsExplained.isMatch(note.rawValue, $0) }, "\(description)")
    }

    /// With the same headings as errors: `validate()` finds the same faults before anything is resolved.
    @Test func eachProblemHasItsHeading() {
        let problems = ErrorsExplained.problems()
        for problem in problems {
            let headline = problem.description.prefix { $0 != "\n" }
            #expect(ErrorsExplained.isMatch(Heading(problem.kind).rawValue, headline), "\(problem)")
        }
        let explained: Set<Heading> = [
            .missing, .cycle, .captive, .duplicate, .nothingToDecorate, .valueHeldWeakly, .creatorFailed,
            .missingForProperty, .unknownModule,
        ]
        #expect(Set(problems.map { Heading($0.kind) }) == explained)
    }

    @Test func theExampleOfAnErrorIsAReal() throws {
        let description = try #require(ErrorsExplained.exampleError()).description
        let module = "HopoateTestingHelpersTests.ErrorsExplained."
        let text = description.replacingOccurrences(of: module, with: "Newsstand.")
            .replacingOccurrences(of: "ErrorsExplained.", with: "")
        #expect(try ErrorsExplained.article().contains("```\n\(text)\n```"), "\(text)")
    }

    @Test func theExampleOfAProblemIsAReal() throws {
        let error = try #require(ErrorsExplained.exampleProblem())
        let module = "HopoateTestingHelpersTests.ErrorsExplained."
        let text = error.description.replacingOccurrences(of: module, with: "Newsstand.")
        #expect(try ErrorsExplained.article().contains("```\n\(text)\n```"), "\(text)")
    }
}

/// The cures that the article shows.
@Suite struct CuresTests {
    private let container = DependencyContainer()

    private final class Conductor {
        @Dependency private var orchestra: Orchestra
        func leads(_ other: Orchestra) -> Bool { orchestra === other }
    }

    private final class Orchestra {
        let conductor: Conductor
        init(conductor: Conductor) { self.conductor = conductor }
    }

    private struct Database {
        static func connect() async throws -> Database { Database() }
        init() {}
        init(path: String) throws { throw ErrorsExplained.OutOfPaper() }
    }

    @Test func aPropertyBreaksACycle() {
        container.autoregister(Orchestra.self, initializer: Orchestra.init)
        container.register(Conductor.self) { Conductor() }
        let orchestra = container.resolve(Orchestra.self)
        #expect(orchestra.conductor.leads(orchestra))
    }

    @Test func anErrorOfACreatorIsCaught() throws {
        var shown: (any Error)?
        let show = { (error: any Error) in shown = error }
        container.register(Database.self) { try Database(path: "articles") }
        do {
            _ = try container.resolving(Database.self)
        } catch let error as DependencyError {
            show(error.underlyingError ?? error)
        }
        #expect(shown is ErrorsExplained.OutOfPaper)
    }

    @Test func anAwaitedServiceIsThereForAll() async throws {
        container.register(Database.self, asyncCreator: { try await Database.connect() })
        _ = try await container.asyncResolve(Database.self)
        #expect(container.optionalResolve(Database.self) != nil)
    }

    @Test func aServiceOfAnActorIsMadeThere() async throws {
        @MainActor final class Screen {
            let title = "Feed"
        }
        container.register(Screen.self) { @MainActor in Screen() }
        let screen = try await container.asyncResolve(Screen.self)
        #expect(screen.title == "Feed")
    }
}

/// What the article explains, and the fixtures that produce it.
enum ErrorsExplained {
    /// The headings, each of which is a message. `…` stands for what differs.
    enum Heading: String, CaseIterable {
        case missing = "Nothing is registered for …."
        case cycle = "Circular dependency: creating … takes … itself."
        case creatorFailed = "The creator of … threw an error: …"
        case nothingToDecorate = "… is decorated, but nothing is registered that the decorator could get."
        case belongsToActor = "The creator or decorator of … belongs to the …, and was asked for elsewhere."
        case needsAwait = "The creator of … is asynchronous, and nothing has awaited the service yet."
        case notAnObject = "… is registered with the lifetime `weak`, but its creator made a value: … is no class."
        case containerIsGone =
            "The container of this property is gone: only this object, which it had kept, is still there."

        case weakValue = "… is a value type and cannot be registered with the lifetime `weak`: …"
        case expiry = "… cannot expire after … seconds. …"
        case cleanUp = "… is registered with the lifetime `…`, so the registration keeps no instance to clean up, …"
        case asyncGraph = "… cannot be registered with an asynchronous creator and the lifetime `graph`, …"
        case otherValues = "… is installed already, with other values. A container installs a module once."

        case captive = "… (…) holds … (…), which can end before it."
        case duplicate = "… is registered by … modules, and only the newest of them answers."
        case valueHeldWeakly =
            "… is registered with the lifetime `weak`, but it is a value, which nobody can hold for others."
        case missingForProperty = "Nothing is registered for …, by any name."
        case unknownModule = "No type of a module … has a property that looks a service up."
        case unreadable = "The types of this program cannot be read, so nobody knows its properties."

        case wrongMock = "A MockContainer<…, …> was given a …, which is no …."
        case noTrait = "No `.mock` trait of this test has registered a … for …."
        case clock = "A ManualClock cannot be advanced by … seconds: time does not go back."
        case unused = "The mock … of … was never resolved."
        case strict = "… was resolved, but this test has not registered it. …"
        case elsewhere = "… was resolved in the process-wide container, and not in this test's. …"
        case stray = "… was resolved in the process-wide container while … ran, by work that no test owns: …"
        case leftover = "… is still registered in the process-wide container after the test. …"
        case copies = "Hopoate is loaded … times, so mocks do not reach the app: …"

        /// A new reason does not compile until it has a heading.
        init(_ reason: DependencyError.Reason) {
            self =
                switch reason {
                case .missing: .missing
                case .cycle: .cycle
                case .creatorFailed: .creatorFailed
                case .nothingToDecorate: .nothingToDecorate
                case .belongsToActor: .belongsToActor
                case .needsAwait: .needsAwait
                case .notAnObject: .notAnObject
                }
        }

        /// A new kind of problem does not compile until it has a heading.
        init(_ kind: DependencyProblem.Kind) {
            self =
                switch kind {
                case .missing: .missing
                case .cycle: .cycle
                case .captive: .captive
                case .duplicate: .duplicate
                case .nothingToDecorate: .nothingToDecorate
                case .valueHeldWeakly: .valueHeldWeakly
                case .creatorFailed: .creatorFailed
                case .missingForProperty: .missingForProperty
                case .unreadableProperties: .unknownModule
                }
        }
    }

    /// The notes on missing services, as the article's table has them.
    enum Note: String, CaseIterable {
        case empty = "the container that was asked is empty: …"
        case early = "services are being registered: so far nothing is, for …"
        case order = "… is created while it is registered, at …"
        case removed = "it was registered at …, and that registration was removed: …"
        case elsewhere = "the process-wide container has it (…), but another container was asked, …"
        case outsideOfTest = "the process-wide container was asked, from outside of the test's task. …"
        case copies = "Hopoate is loaded … times, …"
        case captive = "the container that was asked for … has it (…), but … is kept by a parent, …"
        case otherName = "it is registered …: ask for it like that."
        case argument = "it is made from an argument: pass a …, …"
        case noArgument = "it is registered without an argument: …"
        case contributions = "it has contributions, …"
        case otherType = "… is registered, and its instance is a …: …"
        case gone = "the container that was asked is gone, …"
    }

    static func article() throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: package.appendingPathComponent("Sources/Hopoate/Hopoate.docc/Errors-explained.md"),
            encoding: .utf8
        )
    }

    /// Whether a text has all the pieces between the `…` of a pattern, in this order.
    static func isMatch(_ pattern: String, _ text: some StringProtocol) -> Bool {
        let pieces = pattern.components(separatedBy: "…")
        guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first), text.hasSuffix(last) else {
            return false
        }
        var rest = String(text)
        for piece in pieces where !piece.isEmpty {
            guard let range = rest.range(of: piece) else { return false }
            rest = String(rest[range.upperBound...])
        }
        return true
    }
}
