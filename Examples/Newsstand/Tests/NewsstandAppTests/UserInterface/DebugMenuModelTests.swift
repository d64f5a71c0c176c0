import Hopoate
import HopoateTestingHelpers
import Testing

@testable import NewsstandApp
@testable import NewsstandUI

@MainActor
@Suite(.isolatedDependencies)
struct DebugMenuModelTests {
    private let menu = DebugMenuModel()
    private let app = AppDelegate.launched()

    private func text(_ id: String) throws -> String {
        try #require(menu.sections.first { $0.id == id }).text
    }

    @Test func theGraphHasTheServicesAndTheModels() throws {
        #expect(try text("Graph").contains("ReadingSession (scoped"))
        #expect(try text("Graph").contains("ArticleModel"))
    }

    @Test(.timeLimit(.minutes(1)))
    func theLastLookUpsAreThoseThatWereTraced() async throws {
        _ = resolve(Stopwatch.self)
        menu.isTracing = true
        for _ in 1...25 { _ = resolve(ReadingSession.self) }
        menu.isTracing = false
        _ = resolve(Stopwatch.self)

        // The trees arrive on the main actor later.
        var lines: [Substring] = []
        while lines.count < 20 {
            await Task.yield()
            lines = try text("Last look-ups").split(separator: "\n")
        }
        #expect(lines.allSatisfy { $0.contains("ReadingSession = ") })
    }
}
