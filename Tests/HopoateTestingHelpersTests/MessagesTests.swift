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

    @Test func `the path of a problem omits modules`() {
        let container = DependencyContainer()
        container.autoregister(Int.self) { (_: Type2) in 1 }
        container.autoregister(String.self) { (log: @escaping (Int...) -> Void) in "" }
        let error = #expect(throws: DependencyValidationError.self) { try container.validate() }
        #expect(error?.problems.map(\.path) == [["Int", "Type2"], ["String", "(Int...) -> ()"]])
    }
}
