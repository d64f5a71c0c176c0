// Examples of doc comments that no other test has, with what they speak of.

import Hopoate
import HopoateTestingHelpers
import Testing

@Suite struct DocCommentTests {
    private protocol AnalyticsProviding: Sendable {}
    private struct MockAnalytics: AnalyticsProviding {}
    private final class FeedViewModel: Sendable {
        private let analytics = OptionalDependency<any AnalyticsProviding>()

        var isTracked: Bool { analytics() != nil }
        func reload() {}
        func load() async {}
    }

    @Suite(.isolatedDependencies(.forked)) struct FeedTests {
        @Test(.noLeftoverRegistrations) func reloading() { FeedViewModel().reload() }

        @Test func loadingInAContainerOfItsOwn() async {
            await withIsolatedDependencies(.forked) {
                DependencyContainer.shared.register(MockAnalytics(), for: (any AnalyticsProviding).self)
                await FeedViewModel().load()
                #expect(FeedViewModel().isTracked)
            }
            #expect(!FeedViewModel().isTracked)
        }

        /// In a process of its own, as whatever is registered meanwhile counts.
        @Test func loadingLeavesNothing() async {
            await #expect(processExitsWith: .success) {
                await reportingLeftoverRegistrations { await FeedViewModel().load() }
                #expect(!DependencyContainer.shared.canResolve((any AnalyticsProviding).self))
            }
        }
    }

    @Suite(.isolatedDependencies([.strict, .verifyingMocks])) struct CheckoutTests {
        @Test func aClockShowsHowFarItWasAdvanced() {
            let clock = ManualClock()
            clock.advance(bySeconds: 61)
            #expect(clock.secondsNow() == 61)
        }

        @Test func aMockCountsItsResolutions() {
            let analytics = MockContainer(MockAnalytics(), for: (any AnalyticsProviding).self)
            _ = resolve((any AnalyticsProviding).self)
            #expect(analytics.resolutionCount == 1)
        }
    }
}
