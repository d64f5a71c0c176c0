import Hopoate
import Testing

@testable import HopoateTestingHelpers

/// `Scripts/check programs` has two copies in one process.
@Suite struct CopiesOfHopoateTests {
    @Test func `one copy is no problem`() {
        #expect(CopiesOfHopoate.problem == nil)
        #expect(CopiesOfHopoate.problem(ofCopiesIn: ["App"]) == nil)
    }

    @Test func `several copies are reported with their images and the cure`() {
        let problem = """
            Hopoate is loaded 2 times, so mocks do not reach the app: each of these files has a copy with its own shared \
            container: /App, /Tests.
            To fix this, link Hopoate once: remove it from the test target's libraries if the app's target links it \
            (HopoateTestingHelpers uses the app's copy), or make it a dynamic library that both targets link.
            """
        #expect(CopiesOfHopoate.problem(ofCopiesIn: ["/App", "/Tests"]) == problem)
    }

    @Test func `only the image with Hopoate's own types has a copy`() {
        let images = TypeRecords.ofLoadedImages
        #expect(images.filter(\.areOfHopoate).count == 1)
        #expect(images.count > 1 && images.allSatisfy { !$0.path.isEmpty })
    }

    @Test func `a problem is reported once`() async throws {
        let place = CodePlace(#fileID, #line)
        let unreported = Protected<String?>("two copies")
        let reports = try await reports {
            for _ in 0..<2 { CopiesOfHopoate.check(place, unreported) }
        }
        #expect(reports.map(\.text) == ["two copies"])
        #expect(reports.map(\.line) == [Int(place.line)])
    }
}
