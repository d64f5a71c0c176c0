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

    /// `ResolutionTracerTests.swift:` with a line.
    private func place(_ line: Int) -> String {
        "asked for at HopoateDiagnosticsTests/ResolutionTracerTests.swift:\(line)"
    }

    private static func withoutTimes(_ text: String) -> String {
        text.replacingOccurrences(of: "[0-9]+\\.[0-9][0-9] ms", with: "N ms", options: .regularExpression)
    }

    @Test func aTreeShowsWhoAskedForWhat() {
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

    @Test func aFailureIsShownWithItsPlace() {
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

    @Test func whatIsDecoratedComesBeforeTheDecorator() {
        let container = container
        container.register(Loader.self, lifetime: .cached) { Loader() }
        container.decorate(Loader.self) { $0 }
        container.register(Screen.self, lifetime: .transient) {
            _ = container.resolve(Loader.self)
            return Screen()
        }
        let (tracer, texts) = tracing(container)
        _ = container.resolve(Screen.self)
        let line = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateDiagnosticsTests.Screen = created in N ms (transient, \(place(line)))
                1:     HopoateDiagnosticsTests.Loader = created in N ms (cached)
                1:     HopoateDiagnosticsTests.Loader = created in N ms (decorator)
                """
            ]
        )
        tracer.end()
    }

    @Test func threadsDoNotMix() {
        let container = container
        let barrier = Barrier(4)
        container.register(Store(), for: Store.self)
        for index in 0..<4 {
            container.register(Loader.self, named: "\(index)", lifetime: .transient) {
                barrier.wait()
                for _ in 0..<50 { _ = container.resolve(Store.self) }
                return Loader()
            }
        }
        let (tracer, texts) = tracing(container)
        let line = #line + 1
        let haveEnded = onThreads(4) { _ = container.resolve(Loader.self, named: "\($0)") }
        #expect(haveEnded)
        tracer.end()
        let hits = String(repeating: "\n1:     HopoateDiagnosticsTests.Store = kept", count: 50)
        let expected = (0..<4).map { index in
            "0: HopoateDiagnosticsTests.Loader named \"\(index)\" = created in N ms (transient, \(place(line)))\(hits)"
        }
        #expect(texts.value.sorted() == expected)
    }

    @Test func asynchronousCreationsThatInterleaveAreKeptApart() async throws {
        let container = container
        container.register(Store(), for: Store.self)
        let isFirstRunning = Signal()
        let isSecondRunning = Signal()
        container.register(
            Int.self,
            lifetime: .transient,
            asyncCreator: {
                isFirstRunning.send()
                await isSecondRunning.wait()
                return container.resolve(Store.self) === container.resolve(Store.self) ? 1 : 0
            }
        )
        container.register(
            String.self,
            lifetime: .transient,
            asyncCreator: {
                await isFirstRunning.wait()
                isSecondRunning.send()
                return "\(container.canResolve(Store.self))"
            }
        )
        container.register(
            Screen.self,
            lifetime: .transient,
            asyncCreator: {
                async let number = container.asyncResolve(Int.self)
                async let text = container.asyncResolve(String.self)
                _ = try await (number, text)
                return Screen()
            }
        )
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

    @Test func whatGoesOnWhenTheTreeIsCompleteIsALineOfItsOwn() async throws {
        let container = container
        let mayEnd = Signal()
        container.register(
            Loader.self,
            asyncCreator: {
                await mayEnd.wait()
                return Loader()
            }
        )
        let hasBegun = Signal()
        let line = #line + 5
        container.register(
            Screen.self,
            lifetime: .transient,
            asyncCreator: {
                Task { _ = try await container.asyncResolve(Loader.self) }
                await hasBegun.wait()
                return Screen()
            }
        )
        let (tracer, texts) = tracing(container)
        let watch = container.observe { event in
            if event.registration.service is Loader.Type, event.kind == .creationBegan { hasBegun.send() }
        }
        _ = try await container.asyncResolve(Screen.self)
        let outerLine = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateDiagnosticsTests.Screen = created in N ms (transient, \(place(outerLine)))
                1:     HopoateDiagnosticsTests.Loader = being created (cached)
                """
            ]
        )
        mayEnd.send()
        // Not by resolving it: the tracer is told of the end a moment after the instance is kept, and of hits too.
        await eventually(texts.value.count > 1)
        let end = "0: HopoateDiagnosticsTests.Loader = created in N ms (cached, \(place(line)))"
        #expect(texts.value.dropFirst().first == end)
        watch.cancel()
        tracer.end()
    }

    @Test func aTracerThatHasEndedOrIsGonePrintsNothing() {
        let ended = ResolutionTracer(container) { _ in Issue.record("It has ended.") }
        var released: ResolutionTracer? = ResolutionTracer(container) { _ in Issue.record("It is gone.") }
        ended.end()
        withExtendedLifetime(released) {}
        released = nil
        container.register(String.self) { "text" }
        #expect(container.resolve(String.self) == "text")
        #expect(released == nil)
    }

    @Test func aTracerThatIsMadeWithinACreationShowsTheRestOfIt() {
        let container = container
        let texts = Shared<[String]>([])
        let tracer = Shared<ResolutionTracer?>(nil)
        container.register(Store(), for: Store.self)
        let line = #line + 3
        container.register(Screen.self, lifetime: .transient) {
            tracer.value = ResolutionTracer(container) { text in texts.change { $0.append(text) } }
            _ = container.resolve(Store.self)
            return Screen()
        }
        container.register(Loader.self, lifetime: .transient) {
            _ = container.resolve(Screen.self)
            tracer.value?.end()
            return Loader()
        }
        _ = container.resolve(Loader.self)
        #expect(texts.value == ["0: HopoateDiagnosticsTests.Store = kept (\(place(line)))"])
    }

    @Test func theSinkMayUseTheContainer() {
        let container = container
        container.register(Store(), for: Store.self)
        container.register(Loader.self, lifetime: .transient) { Loader() }
        let count = Counter()
        let tracer = ResolutionTracer(container) { _ in
            _ = container.resolve(Store.self)
            _ = container.resolve(Loader.self)
            count.increment()
        }
        _ = container.resolve(Store.self)
        _ = container.resolve(Store.self)
        #expect(count.count == 2)
        tracer.end()
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func theSinkMayLogWithALoggerOfTheContainer(_ lifetime: Lifetime) {
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

    @Test func aTracerTracesAsLongAsItLivesAndHoldsNothingAfterwards() {
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
            #expect(releasedTracer != nil)
            tracer = nil
            _ = container.resolve(Store.self)
            released = container
        }
        #expect(count.count == 1)
        #expect(wasReleased.count == 1)
        #expect(releasedTracer == nil)
        #expect(released == nil)
    }

    @Test func nothingIsTracedAfterTheEnd() {
        container.register(Store(), for: Store.self)
        let tracer = ResolutionTracer(container) { _ in Issue.record("It has ended.") }
        tracer.end()
        tracer.end()
        _ = container.resolve(Store.self)
    }

    @Test func tracingFromManyThreads() {
        let container = container
        container.register(Store.self, lifetime: .cached) { Store() }
        container.register(Loader.self, lifetime: .transient) {
            _ = container.resolve(Store.self)
            return Loader()
        }
        let count = Counter()
        let haveEnded = onThreads(8) { index in
            for _ in 0..<50 {
                let tracer = index < 2 ? ResolutionTracer(container) { _ in count.increment() } : nil
                _ = container.resolve(Loader.self)
                tracer?.end()
            }
        }
        #expect(haveEnded)
        #expect(count.count >= 100)
    }
}

/// Lets tasks wait until something has happened.
private final class Signal: Sendable {
    private let state = Shared<(isSent: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func send() {
        var waiting: [CheckedContinuation<Void, Never>] = []
        state.change {
            waiting = $0.waiting
            $0 = (true, [])
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            var isSent = false
            state.change {
                isSent = $0.isSent
                if !isSent { $0.waiting.append(continuation) }
            }
            if isSent { continuation.resume() }
        }
    }

    @Test func treesArePrintedUnlessASinkTakesThem() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = DependencyContainer()
            container.register(Int.self, lifetime: .cached) { 1 }
            let tracer = ResolutionTracer(container)
            _ = container.resolve(Int.self)
            tracer.end()
        }
        let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(text.contains("0: Swift.Int = created in "))
        #expect(text.contains("(cached, asked for at HopoateDiagnosticsTests/ResolutionTracerTests.swift:"))
    }
}
