import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

struct Type2 {}

@Suite struct MessagesTests {
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

    @Test func `the path of a problem omits modules`() {
        let container = DependencyContainer()
        container.autoregister(Int.self) { (_: Type2) in 1 }
        container.autoregister(String.self) { (log: @escaping (Int...) -> Void) in "" }
        let error = #expect(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.path) == [["Int", "Type2"], ["String", "(Int...) -> ()"]])
    }
}
