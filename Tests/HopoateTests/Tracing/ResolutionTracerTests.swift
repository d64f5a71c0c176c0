import Foundation
import Testing

@testable import Hopoate

private struct Screen {}
private struct Loader {}
private final class Store: Sendable {}

@Suite struct ResolutionTracerTests {
    private let container = DependencyContainer()

    /// Observes with durations of 1.5 ms.
    private func observing(
        _ container: DependencyContainer,
        nodeLimit: Int = 10_000
    ) -> (observation: ResolutionObservation, texts: Shared<[String]>) {
        let trees = Shared(ResolutionTrees(nodeLimit: nodeLimit))
        let texts = Shared<[String]>([])
        let observation = container.observe { event in
            var event = event
            event.durationInSeconds = event.durationInSeconds.map { _ in 0.0015 }
            var complete: [ResolutionTree] = []
            trees.change { complete = $0.add(event) }
            texts.change { $0 += complete.map(\.description) }
            trees.change { $0.haveBeenPrinted(on: event.thread) }
        }
        return (observation, texts)
    }

    /// `ResolutionTracerTests.swift:` with a line.
    private func place(_ line: Int) -> String { "asked for at HopoateTests/ResolutionTracerTests.swift:\(line)" }

    private static func withoutTimes(_ text: String) -> String {
        text.replacingOccurrences(of: "[0-9]+\\.[0-9][0-9] ms", with: "N ms", options: .regularExpression)
    }

    @Test func aTreeShowsWhoAskedForWhat() {
        let container = container
        container.register(service: Store.self, lifetime: .cached) { Store() }
        container.register(service: Loader.self, named: "feed", lifetime: .cached) {
            _ = container.resolve(Store.self)
            return Loader()
        }
        container.register(service: Screen.self, lifetime: .transient) {
            _ = container.resolve(Loader.self, named: "feed")
            _ = container.resolve(Store.self)
            return Screen()
        }
        let (observation, texts) = observing(container)
        _ = container.resolve(Screen.self)
        _ = container.resolve(Store.self)
        let line = #line
        #expect(
            texts.value == [
                """
                0: HopoateTests.Screen = created in 1.50 ms (transient, \(place(line - 2)))
                1:     HopoateTests.Loader named "feed" = created in 1.50 ms (cached)
                2:         HopoateTests.Store = created in 1.50 ms (cached)
                1:     HopoateTests.Store = kept
                """,
                "0: HopoateTests.Store = kept (\(place(line - 1)))",
            ]
        )
        observation.cancel()
    }

    @Test func aFailureIsShownWithItsPlace() {
        let container = container
        container.register(service: Loader.self, lifetime: .cached) { throw SomeError() }
        let line = #line + 2
        container.register(service: Screen.self, lifetime: .transient) {
            _ = try container.resolving(Loader.self)
            return Screen()
        }
        let (observation, texts) = observing(container)
        _ = try? container.resolving(Screen.self)
        let outerLine = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateTests.Screen = failed after 1.50 ms (transient, \(place(outerLine)))
                1:     HopoateTests.Loader = failed after 1.50 ms (cached, \(place(line)))
                """
            ]
        )
        observation.cancel()
    }

    @Test func whatIsDecoratedComesBeforeTheDecorator() {
        let container = container
        container.register(service: Loader.self, lifetime: .cached) { Loader() }
        container.decorate(Loader.self) { $0 }
        container.register(service: Screen.self, lifetime: .transient) {
            _ = container.resolve(Loader.self)
            return Screen()
        }
        let (observation, texts) = observing(container)
        _ = container.resolve(Screen.self)
        let line = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateTests.Screen = created in 1.50 ms (transient, \(place(line)))
                1:     HopoateTests.Loader = created in 1.50 ms (cached)
                1:     HopoateTests.Loader = created in 1.50 ms (decorator)
                """
            ]
        )
        observation.cancel()
    }

    @Test func threadsDoNotMix() {
        let container = container
        let barrier = Barrier(4)
        container.register(Store(), for: Store.self)
        for index in 0..<4 {
            container.register(service: Loader.self, named: "\(index)", lifetime: .transient) {
                barrier.wait()
                for _ in 0..<50 { _ = container.resolve(Store.self) }
                return Loader()
            }
        }
        let texts = Shared<[String]>([])
        let tracer = ResolutionTracer(container) { text in texts.change { $0.append(text) } }
        let line = #line + 1
        let haveEnded = onThreads(4) { _ = container.resolve(Loader.self, named: "\($0)") }
        #expect(haveEnded)
        tracer.end()
        let hits = String(repeating: "\n1:     HopoateTests.Store = kept", count: 50)
        let expected = (0..<4).map { index in
            "0: HopoateTests.Loader named \"\(index)\" = created in N ms (transient, \(place(line)))\(hits)"
        }
        #expect(texts.value.map(Self.withoutTimes).sorted() == expected)
    }

    @Test func asynchronousCreationsThatInterleaveAreKeptApart() async throws {
        let container = container
        container.register(Store(), for: Store.self)
        let isFirstRunning = Signal()
        let isSecondRunning = Signal()
        container.register(
            service: Int.self,
            lifetime: .transient,
            asyncCreator: {
                isFirstRunning.send()
                await isSecondRunning.wait()
                return container.resolve(Store.self) === container.resolve(Store.self) ? 1 : 0
            }
        )
        container.register(
            service: String.self,
            lifetime: .transient,
            asyncCreator: {
                await isFirstRunning.wait()
                isSecondRunning.send()
                return "\(container.canResolve(Store.self))"
            }
        )
        container.register(
            service: Screen.self,
            lifetime: .transient,
            asyncCreator: {
                async let number = container.asyncResolve(Int.self)
                async let text = container.asyncResolve(String.self)
                _ = try await (number, text)
                return Screen()
            }
        )
        let (observation, texts) = observing(container)
        _ = try await container.asyncResolve(Screen.self)
        let line = #line - 1
        let number = """

            1:     Swift.Int = created in 1.50 ms (transient)
            2:         HopoateTests.Store = kept
            2:         HopoateTests.Store = kept
            """
        let text = "\n1:     Swift.String = created in 1.50 ms (transient)"
        let root = "0: HopoateTests.Screen = created in 1.50 ms (transient, \(place(line)))"
        #expect(texts.value == [root + number + text] || texts.value == [root + text + number])
        observation.cancel()
    }

    @Test func whatGoesOnWhenTheTreeIsCompleteIsALineOfItsOwn() async throws {
        let container = container
        let mayEnd = Signal()
        container.register(
            service: Loader.self,
            asyncCreator: {
                await mayEnd.wait()
                return Loader()
            }
        )
        let hasBegun = Signal()
        let line = #line + 5
        container.register(
            service: Screen.self,
            lifetime: .transient,
            asyncCreator: {
                Task { _ = try await container.asyncResolve(Loader.self) }
                await hasBegun.wait()
                return Screen()
            }
        )
        let (observation, texts) = observing(container)
        let watch = container.observe { event in
            if event.registration.service is Loader.Type, event.kind == .creationBegan { hasBegun.send() }
        }
        _ = try await container.asyncResolve(Screen.self)
        let outerLine = #line - 1
        #expect(
            texts.value == [
                """
                0: HopoateTests.Screen = created in 1.50 ms (transient, \(place(outerLine)))
                1:     HopoateTests.Loader = being created (cached)
                """
            ]
        )
        mayEnd.send()
        _ = try await container.asyncResolve(Loader.self)
        #expect(texts.value[1] == "0: HopoateTests.Loader = created in 1.50 ms (cached, \(place(line)))")
        watch.cancel()
        observation.cancel()
    }

    @Test func aCreationThatDoesNotEndDoesNotCollectForEver() {
        let container = container
        container.register(Store(), for: Store.self)
        let texts = Shared<[String]>([])
        container.register(service: Screen.self, lifetime: .transient) {
            for _ in 0..<5 { _ = container.resolve(Store.self) }
            #expect(texts.value.count == 3)
            return Screen()
        }
        let (observation, collected) = observing(container, nodeLimit: 3)
        let copying = container.observe { _ in texts.value = collected.value }
        _ = container.resolve(Screen.self)
        let line = #line - 1
        let store = "0: HopoateTests.Store = kept (\(place(line - 6)))"
        #expect(
            collected.value == [
                """
                0: HopoateTests.Screen = being created (transient, \(place(line)))
                1:     HopoateTests.Store = kept
                1:     HopoateTests.Store = kept
                1:     HopoateTests.Store = kept
                """,
                store, store,
                "0: HopoateTests.Screen = created in 1.50 ms (transient, \(place(line)))",
            ]
        )
        copying.cancel()
        observation.cancel()
    }

    @Test func aTracerThatIsMadeWithinACreationShowsTheRestOfIt() {
        let container = container
        let texts = Shared<[String]>([])
        let tracer = Shared<ResolutionTracer?>(nil)
        container.register(Store(), for: Store.self)
        let line = #line + 3
        container.register(service: Screen.self, lifetime: .transient) {
            tracer.value = ResolutionTracer(container) { text in texts.change { $0.append(text) } }
            _ = container.resolve(Store.self)
            return Screen()
        }
        container.register(service: Loader.self, lifetime: .transient) {
            _ = container.resolve(Screen.self)
            tracer.value?.end()
            return Loader()
        }
        _ = container.resolve(Loader.self)
        #expect(texts.value == ["0: HopoateTests.Store = kept (\(place(line)))"])
    }

    @Test func theSinkMayUseTheContainer() {
        let container = container
        container.register(Store(), for: Store.self)
        container.register(service: Loader.self, lifetime: .transient) { Loader() }
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
        container.register(service: Store.self, lifetime: .cached) { Store() }
        container.register(service: Loader.self, lifetime: .transient) {
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
            container.register(service: Int.self, lifetime: .cached) { 1 }
            let tracer = ResolutionTracer(container)
            _ = container.resolve(Int.self)
            tracer.end()
        }
        let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(text.contains("0: Swift.Int = created in "))
        #expect(text.contains("(cached, asked for at HopoateTests/ResolutionTracerTests.swift:"))
    }
}
