import Foundation
import Hopoate
import HopoateDiagnostics
import Testing

private struct Screen {}
private struct Loader {}
private final class Store: Sendable {}

@Suite struct ResolutionTracerTests {
    private let container = DependencyContainer()

    /// Traces, with `N` for each time.
    private func tracing(_ container: DependencyContainer) -> (tracer: ResolutionTracer, texts: Shared<[String]>) {
        let texts = Shared<[String]>([])
        let tracer = ResolutionTracer(container) { text in texts.change { $0.append(Self.withoutTimes(text)) } }
        return (tracer, texts)
    }

    /// The place of a look-up at a line of this file.
    private func place(_ line: Int) -> String {
        "requested at HopoateDiagnosticsTests/ResolutionTracerTests.swift:\(line)"
    }

    private static func withoutTimes(_ text: String) -> String {
        text.replacingOccurrences(of: "[0-9]+\\.[0-9]+ ms", with: "N ms", options: .regularExpression)
    }

    @Test func `a tree shows which creator resolved which service`() {
        let container = container
        container.register(Store.self, lifetime: .cached) { Store() }
        container.register(Loader.self, named: "feed", lifetime: .cached) {
            _ = container.resolve(Store.self)
            return Loader()
        }
        container.register(Screen.self, lifetime: .transient) {
            _ = container.resolve(Loader.self, named: "feed")
            _ = container.resolve(Store.self)
            return Screen()
        }
        let (tracer, texts) = tracing(container)
        _ = container.resolve(Screen.self)
        _ = container.resolve(Store.self)
        let line = #line
        #expect(
            texts.value == [
                """
                0: HopoateDiagnosticsTests.Screen = created in N ms (transient, \(place(line - 2)))
                1:     HopoateDiagnosticsTests.Loader named "feed" = created in N ms (cached)
                2:         HopoateDiagnosticsTests.Store = created in N ms (cached)
                1:     HopoateDiagnosticsTests.Store = kept
                """,
                "0: HopoateDiagnosticsTests.Store = kept (\(place(line - 1)))",
            ]
        )
        tracer.end()
    }

    @Test func `a failure is shown with its place`() {
        let container = container
        container.register(Loader.self, lifetime: .cached) { throw SomeError() }
        let line = #line + 2
        container.register(Screen.self, lifetime: .transient) {
            _ = try container.resolving(Loader.self)
            return Screen()
        }
        let (tracer, texts) = tracing(container)
        _ = try? container.resolving(Screen.self)
        let outerLine = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateDiagnosticsTests.Screen = failed after N ms (transient, \(place(outerLine)))
                1:     HopoateDiagnosticsTests.Loader = failed after N ms (cached, \(place(line)))
                """
            ]
        )
        tracer.end()
    }

    @Test func `asynchronous creations that interleave stay apart`() async throws {
        let container = container
        container.register(Store(), for: Store.self)
        let isFirstRunning = Gate()
        let isSecondRunning = Gate()
        container.register(Int.self, lifetime: .transient) {
            isFirstRunning.open()
            await isSecondRunning.wait()
            return container.resolve(Store.self) === container.resolve(Store.self) ? 1 : 0
        }
        container.register(String.self, lifetime: .transient) {
            await isFirstRunning.wait()
            isSecondRunning.open()
            return "\(container.canResolve(Store.self))"
        }
        container.register(Screen.self, lifetime: .transient) {
            async let number = container.asyncResolve(Int.self)
            async let text = container.asyncResolve(String.self)
            _ = try await (number, text)
            return Screen()
        }
        let (tracer, texts) = tracing(container)
        _ = try await container.asyncResolve(Screen.self)
        let line = #line - 1
        let number = """

            1:     Swift.Int = created in N ms (transient)
            2:         HopoateDiagnosticsTests.Store = kept
            2:         HopoateDiagnosticsTests.Store = kept
            """
        let text = "\n1:     Swift.String = created in N ms (transient)"
        let root = "0: HopoateDiagnosticsTests.Screen = created in N ms (transient, \(place(line)))"
        #expect(texts.value == [root + number + text] || texts.value == [root + text + number])
        tracer.end()
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func `the sink may resolve a logger from the traced container`(_ lifetime: Lifetime) {
        let container = container
        container.register(Logger.self, lifetime: lifetime) { Logger("log") }
        let labels = Shared<[String]>([])
        let tracer = ResolutionTracer(container) { _ in
            let label = (try? container.resolving(Logger.self).label) ?? "none"
            labels.change { $0.append(label) }
        }
        _ = container.resolve(Logger.self)
        tracer.end()
        #expect(labels.value == ["log"])
    }

    @Test func `a tracer traces while it is alive and holds nothing afterwards`() {
        let count = Counter()
        let wasReleased = Counter()
        weak var released: DependencyContainer?
        weak var releasedTracer: ResolutionTracer?
        do {
            let container = DependencyContainer()
            container.register(Store(), for: Store.self)
            let held = Logger { wasReleased.increment() }
            var tracer: ResolutionTracer? = ResolutionTracer(container) { _ in
                _ = held.label
                count.increment()
            }
            _ = container.resolve(Store.self)
            releasedTracer = tracer
            tracer = nil
            _ = container.resolve(Store.self)
            released = container
        }
        #expect(count.count == 1)
        #expect(wasReleased.count == 1)
        #expect(releasedTracer == nil)
        #expect(released == nil)
    }

    @Test func `trees are printed unless a sink takes them`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            container.register(Int.self, lifetime: .cached) { 1 }
            let tracer = ResolutionTracer(container)
            _ = container.resolve(Int.self)
            tracer.end()
        }
        let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(text.contains("0: Swift.Int = created in "))
        #expect(text.contains("(cached, requested at HopoateDiagnosticsTests/ResolutionTracerTests.swift:"))
    }
}
