import Hopoate
import Testing

@testable import HopoateTestingHelpers

/// `Scripts/check programs` has two copies in one process.
@Suite struct CopiesOfHopoateTests {
    @Test func oneCopyIsNoProblem() {
        #expect(CopiesOfHopoate.problem == nil)
        #expect(CopiesOfHopoate.problem(ofCopiesIn: ["App"]) == nil)
    }

    @Test func ofSeveralCopiesTheImagesAndTheCureAreNamed() throws {
        let problem = try #require(CopiesOfHopoate.problem(ofCopiesIn: ["/App", "/Tests"]))
        #expect(problem.hasPrefix("Hopoate is loaded 2 times, so mocks do not reach the app"))
        #expect(problem.contains("a shared container of its own: /App, /Tests."))
        #expect(problem.contains("To fix this, link Hopoate once"))
    }

    @Test func anImageThatSeesTheCopyOfAnotherHasNone() {
        #expect(CopiesOfHopoate.images(withACopyOf: "swift_retain").count == 1)
        #expect(CopiesOfHopoate.images(withACopyOf: "no such symbol").isEmpty)
    }

    @Test func theErrorOfAnEmptyContainerTellsOfTheOtherCopy() {
        let key = ServiceKey(Int.self, named: nil)
        let container = DependencyContainer()
        #expect(Isolation.note(of: key, in: container, copies: "two\ncopies") == "two copies")
        #expect(Isolation.note(of: key, in: container) == nil)
        container.register("", for: String.self)
        #expect(Isolation.note(of: key, in: DependencyContainer(parent: container), copies: "two copies") == nil)
    }

    @Test func aProblemIsReportedOnce() {
        let place = CodePlace(#fileID, #line)
        let (isReported, issues) = (Protected(false), Issues())
        withKnownIssue {
            CopiesOfHopoate.check(place, "two copies", isReported: isReported)
            CopiesOfHopoate.check(place, "two copies", isReported: isReported)
        } matching: { issue in
            isReport(issue, "two copies", line: Int(place.line)) && issues.add(issue)
        }
        #expect(issues.count == 1)
    }
}
