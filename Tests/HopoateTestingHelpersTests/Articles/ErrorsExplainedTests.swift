// The headings and notes of the article *Errors explained* are the library's real messages.

import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

@testable import HopoateTestingHelpers

@Suite struct ErrorsExplainedTests {
    static func article() throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = "Sources/Hopoate/Hopoate.docc/Errors-explained.md"
        return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    static func headings() throws -> [String] {
        try article().split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    }

    /// The longest heading that fits a message, which is the one that a reader finds.
    func heading(of message: String) throws -> String? {
        let line = message.prefix { $0 != "\n" }
        return try Self.headings().filter { isMatch($0, line) }.max { $0.count < $1.count }
    }

    /// Whether a text has the pieces between the `…` of a pattern, in their order.
    private func isMatch(_ pattern: String, _ text: Substring) -> Bool {
        let pieces = pattern.components(separatedBy: "…")
        guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first), text.hasSuffix(last) else {
            return false
        }
        var rest = text
        for piece in pieces where !piece.isEmpty {
            guard let range = rest.range(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    private func message(of lookUp: ErrorsExplained.LookUp) -> String {
        let container = DependencyContainer()
        return ErrorsExplained.missing {
            try lookUp(container)
            return try container.resolving(ErrorsExplained.FeedLoader.self)
        }
    }

    @Test func `each heading and note of the article is tested`() throws {
        let tested = [
            Array(ErrorsExplained.errors.keys), ErrorsExplained.problemHeadings, Array(ErrorsExplained.traps.keys),
            Array(ErrorsExplained.issues.keys), [ErrorsExplained.copies, ErrorsExplained.missingMock],
        ]
        #expect(try Self.headings().sorted() == tested.flatMap(\.self).sorted())

        let notes = try Self.article().split(separator: "\n").filter { $0.hasPrefix("| `note: ") }
            .compactMap { $0.split(separator: "`").dropFirst().first?.dropFirst("note: ".count) }
        let testedNotes = Array(ErrorsExplained.notes.keys) + ErrorsExplained.otherNotes.keys
        #expect(notes.map(String.init).sorted() == testedNotes.sorted())
    }

    @Test(arguments: ErrorsExplained.errors.keys.sorted()) func `an error has its heading`(_ heading: String) throws {
        let lookUp = try #require(ErrorsExplained.errors[heading])
        let message = message(of: lookUp)
        #expect(try self.heading(of: message) == heading, "\(message)")
    }

    /// Problems have the headings of errors, as `validate()` finds the same faults before anything is resolved.
    @Test func `each problem has its heading`() async throws {
        let headings = try await ErrorsExplained.problems().map { try heading(of: $0.description) ?? $0.description }
        let ofErrors = ErrorsExplained.errors.keys.filter { headings.contains($0) }
        #expect(Set(headings).subtracting(ofErrors) == Set(ErrorsExplained.problemHeadings))
        #expect(ofErrors.count == 5)
    }

    @Test(arguments: ErrorsExplained.traps.keys.sorted())
    func `a trap has its heading`(_ heading: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [heading] in
            ErrorsExplained.traps[heading]?()
        }
        let text = try trapMessage(result)
        let message = try #require(text.range(of: "Fatal error: "))
        #expect(try self.heading(of: String(text[message.upperBound...])) == heading, "\(text)")
    }

    @Test func `the error of a missing mock has its heading`() throws {
        let error = try #require(throws: (any Error).self) {
            let store: ErrorsExplained.DiskStore = try mock(of: (any ErrorsExplained.ArticleStore).self)
            _ = store
        }
        #expect(try heading(of: "\(error)") == ErrorsExplained.missingMock)
    }

    @Test(arguments: ErrorsExplained.issues.keys.sorted())
    func `an issue has its heading`(_ heading: String) async throws {
        let texts = try await reports {
            let app = DependencyContainer()
            app.register(ErrorsExplained.FeedLoader(), for: ErrorsExplained.FeedLoader.self)
            DependencyContainer.withShared(app) { ErrorsExplained.issues[heading]?() }
        }.map(\.text)
        #expect(try texts.contains { try self.heading(of: $0) == heading }, "\(texts)")
    }

    @Test func `two copies of the library have their heading`() throws {
        let problem = try #require(CopiesOfHopoate.problem(ofCopiesIn: ["/App", "/Tests"]))
        #expect(try heading(of: problem) == ErrorsExplained.copies)
    }

    @Test(arguments: (Array(ErrorsExplained.notes.keys) + ErrorsExplained.otherNotes.keys).sorted())
    func `a note of the article stands in a real message`(_ note: String) async throws {
        let description =
            if let lookUp = ErrorsExplained.notes[note] {
                Optional(message(of: lookUp))
            } else {
                try await ErrorsExplained.otherNotes[note]?()
            }
        let lines = try #require(description).split(separator: "\n")
        let notes = lines.filter { $0.hasPrefix("    note: ") }.map { $0.dropFirst(10) }
        #expect(notes.contains { isMatch(note, $0) }, "\(lines)")
    }

    @Test(arguments: [ErrorsExplained.exampleOfAnError(), ErrorsExplained.exampleOfAProblem()])
    func `an example of the article is a real message`(_ example: String) throws {
        let text = example.replacingOccurrences(of: "HopoateTestingHelpersTests.ErrorsExplained.", with: "Newsstand.")
            .replacingOccurrences(of: "ErrorsExplained.", with: "")
            .replacingOccurrences(of: "a container without a parent", with: "the process-wide container")
        #expect(try Self.article().contains("```\n\(text)\n```"), "\(text)")
    }
}
