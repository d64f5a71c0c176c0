import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

/// What the app has registered, and looks up from anywhere.
private protocol Clock: Sendable {
    var isReal: Bool { get }
}

private struct RealClock: Clock {
    static let line = UInt(#line + 2)
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register((any Clock).self, lifetime: .cached) { RealClock() }
    }()

    let isReal = true
}

private struct MockClock: Clock {
    let isReal = false
}

/// An object of the app's, made when the app started.
private final class Scheduler: Sendable {
    static let line = UInt(#line + 1)
    private let clock = Dependency<any Clock>()

    var clockIsReal: Bool { clock().isReal }
}

extension DependencyKeys {
    fileprivate var stray: DependencyKey<any Clock> { .init { RealClock() } }
}

/// Look-ups in the process-wide container while strict tests run.
///
/// One after the other, so that a stray look-up is that of the one test of this file which runs, and concerns no other.
@Suite(.serialized, TakesNoteOfSuite()) struct StrayLookupTests {
    /// Ways to leave a test.
    enum Escape: CaseIterable {
        case detachedTask, thread, queue

        func callAsFunction(_ work: @escaping @Sendable () -> Void) async {
            switch self {
            case .detachedTask: await Task.detached { work() }.value
            case .thread: onThread(work)
            case .queue:
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        work()
                        continuation.resume()
                    }
                }
            }
        }
    }

    private let processWide = DependencyContainer.processWide
    private let issues = Issues()

    init() { _ = RealClock.token }

    private func isStray(_ issue: Issue, line: Int? = nil) -> Bool {
        isReport(issue, "was resolved in the process-wide container while ", line: line)
            && isReport(issue, " ran, by work that no test owns: a thread, a queue or a detached task.")
            && issues.add(issue)
    }

    /// Strict tests of other files may run too.
    private func names(_ issue: Issue, _ test: String) -> Bool {
        isReport(issue, " \(test),") || isReport(issue, " \(test) ran,")
    }

    @Test(arguments: Escape.allCases) func aLookUpThatNoTestOwnsIsAnIssue(escape: Escape) async {
        let line = #line + 3
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await escape { #expect(resolve((any Clock).self).isReal) }
            }
        } matching: { issue in
            isStray(issue, line: line) && names(issue, "aLookUpThatNoTestOwnsIsAnIssue(escape:)")
                && isReport(issue, "HopoateTestingHelpersTests.Clock was resolved")
                && isReport(issue, "asked for at HopoateTestingHelpersTests/StrayLookupTests.swift:\(line)")
                && isReport(
                    issue,
                    "registered at HopoateTestingHelpersTests/StrayLookupTests.swift:\(RealClock.line)"
                )
                && isReport(issue, "Wrap the work in `carryingDependencies`")
        }
        #expect(issues.count == 1)
    }

    @Test func anObjectThatWasMadeOutsideOfTheTestLooksElsewhere() async {
        let scheduler = Scheduler()
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                DependencyContainer.shared.register(MockClock(), for: (any Clock).self)
                await Escape.thread { #expect(scheduler.clockIsReal) }
            }
        } matching: { issue in
            isStray(issue, line: Int(Scheduler.line)) && isReport(issue, "make the object that asks in the test")
        }
        #expect(issues.count == 1)
    }

    @Test func itIsAnIssueInTheTestsOwnTaskToo() {
        let scheduler = Scheduler()
        withKnownIssue {
            withIsolatedDependencies(.strict) {
                for _ in 0..<2 { #expect(scheduler.clockIsReal) }
            }
        } matching: { issue in
            isReport(issue, "Clock was resolved in the process-wide container, and not in this test's.")
                && isReport(issue, "Make the object that asks in the test") && issues.add(issue)
        }
        #expect(issues.count == 1)
    }

    @Test(.isolatedDependencies(.strict), .dependencies { $0.register(MockClock(), for: (any Clock).self) })
    func workThatCarriesTheTestAlongIsTheTests() async {
        let scheduler = Scheduler()
        for escape in Escape.allCases {
            await escape(carryingDependencies { #expect(!resolve((any Clock).self).isReal) })
            await escape { #expect(!scheduler.clockIsReal) }
        }
    }

    @Test func theWorkOfTestsThatAreNotStrictIsTheirOwn() async {
        let carried = carryingDependencies { #expect(resolve((any Clock).self).isReal) }
        async let inTheTestsTask: Void = {
            await withIsolatedDependencies(.strict) {
                await Escape.thread(carried)
                await Escape.detachedTask(carried)
            }
        }()
        await Task { #expect(resolve((any Clock).self).isReal) }.value
        await inTheTestsTask
        withIsolatedDependencies(.strict) { onThread(carried) }
    }

    /// Nobody watches unless a strict test runs, as one of another file might here: so this is a process of its own.
    @Test func testsThatAreNotStrictLeaveItAsItIs() async {
        await #expect(processExitsWith: .success) {
            _ = RealClock.token
            for options in [[], .forked, .verifyingMocks] as [IsolationOptions] {
                await withIsolatedDependencies(options) {
                    for escape in Escape.allCases { await escape { #expect(resolve((any Clock).self).isReal) } }
                }
            }
        }
    }

    @Test func theDefaultOfAKeyCountsAsReal() async {
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Escape.thread { #expect(DependencyContainer.shared.resolve(\.stray).isReal) }
            }
        } matching: { issue in
            isStray(issue) && isReport(issue, "the real one was declared at HopoateTestingHelpersTests/StrayLookup")
        }
        #expect(issues.count == 1)
    }

    @Test func eachPlaceIsReportedOnce() async {
        let lines = Lines()
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Escape.thread { for _ in 0..<100 { _ = resolve((any Clock).self) } }
                await Escape.thread { _ = optionalResolve((any Clock).self) }
            }
        } matching: { issue in
            lines.add(issue)
            return isStray(issue)
        }
        #expect(lines.all == [#line - 7, #line - 6])
    }

    @Test func aCreationThatBeginsIsALookUpAndSoIsWhatItsCreatorAsksFor() async {
        let lines = Lines()
        let token = processWide.register(Int.self, named: "stray", lifetime: .transient) {
            resolve((any Clock).self).isReal ? 1 : 0
        }
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Escape.thread { #expect(resolve(Int.self, named: "stray") == 1) }
            }
        } matching: { issue in
            lines.add(issue)
            return isReport(issue, "by work that no test owns")
        }
        processWide.remove(token)
        #expect(lines.all == [#line - 7, #line - 11])
    }

    @Test func whatIsMissingHasNoRealOne() async {
        await withIsolatedDependencies(.strict) {
            for escape in Escape.allCases { await escape { #expect(optionalResolve(Int.self, named: "none") == nil) } }
        }
    }

    @Test func whatTheTestRegistersForOthersIsNoRealOne() async {
        await withIsolatedDependencies(.strict) {
            let mock = MockContainer<any Clock, MockClock>(MockClock(), container: processWide)
            await Escape.thread { #expect(!resolve((any Clock).self).isReal) }
            withExtendedLifetime(mock) {}
        }
    }

    /// Watches what is left over, too, as a test of another file that did so would be told of the registration.
    @Test(.noLeftoverRegistrations) func whatNobodyOwnsIsRealAlsoWhenItIsRegisteredMeanwhile() async {
        let lines = Lines()
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await Escape.thread {
                    let token = DependencyContainer.shared.register(2, for: Int.self, named: "stray")
                    #expect(resolve(Int.self, named: "stray") == 2)
                    DependencyContainer.shared.remove(token)
                }
            }
        } matching: { issue in
            lines.add(issue)
            return isReport(issue, "by work that no test owns")
        }
        #expect(lines.all == [#line - 8])
    }

    @Test func aLookUpAfterTheTestBelongsToNobody() async {
        await #expect(processExitsWith: .success) {
            _ = RealClock.token
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let late = withIsolatedDependencies(.strict) {
                Task.detached {
                    for await _ in ends {}
                    return resolve((any Clock).self).isReal
                }
            }
            end.finish()
            #expect(await late.value)
        }
    }

    @Test func anIsolationInsideReportsItNoSecondTime() async {
        await withKnownIssue {
            await withIsolatedDependencies(.strict) {
                await withIsolatedDependencies(.strict) {
                    await withIsolatedDependencies {
                        await Escape.thread { #expect(resolve((any Clock).self).isReal) }
                    }
                }
            }
        } matching: { issue in
            isStray(issue)
        }
        #expect(issues.count == 1)
    }

    @Test func whatTheTestRegistersForOthersIsNoRealOneInAnIsolationInsideEither() async {
        await withIsolatedDependencies(.strict) {
            let mock = MockContainer<any Clock, MockClock>(MockClock(), container: processWide)
            await withIsolatedDependencies(.strict) {
                await Escape.thread { #expect(!resolve((any Clock).self).isReal) }
            }
            withExtendedLifetime(mock) {}
        }
    }

    /// The error of work that no test owns.
    @Test(arguments: Escape.allCases) func aMissingServiceOfARunningTestIsPointedOut(_ escape: Escape) async {
        struct OfTest: Sendable {}
        let line = #line + 3
        await withIsolatedDependencies {
            let error = Protected<String?>(nil)
            DependencyContainer.shared.register(OfTest(), for: OfTest.self)
            await escape {
                do { _ = try resolving(OfTest.self) } catch let failure { error.withLock { $0 = "\(failure)" } }
            }
            let note = """
                note: the process-wide container was asked, from outside of the test's task. The container of a running test \
                has it (HopoateTestingHelpersTests.StrayLookupTests.OfTest, eager, registered at \(#fileID):\(line)): wrap the work in \
                `carryingDependencies`, or make the object that asks in the test.
                """
            let text = error.withLock(\.self) ?? ""
            #expect(text.contains(note))
            #expect(!text.contains("has the code that registers services run?"))
        }
    }

    @Test func eachTestIsToldOfTheSamePlace() async {
        await withKnownIssue {
            for _ in 0..<2 {
                await withIsolatedDependencies(.strict) { await Escape.thread { _ = resolve((any Clock).self) } }
            }
        } matching: { issue in
            isStray(issue)
        }
        #expect(issues.count == 2)
    }

    @Test func aTestIsToldOfThePlaceOfAReportWhileOthersThatHaveSeenItRun() async {
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let other = Task.detached {
            await withIsolatedDependencies(.strict) {
                begin.finish()
                for await _ in ends {}
            }
        }
        for await _ in beginning {}
        await withKnownIssue {
            for _ in 0..<2 {
                await withIsolatedDependencies(.strict) { await Escape.thread { _ = resolve((any Clock).self) } }
            }
        } matching: { issue in
            isStray(issue)
        }
        end.finish()
        await other.value
        #expect(issues.count == 2)
    }

    @Test func theLastOfTheTestsThatRanReportsItNamingAll() async throws {
        let (current, suite) = (try #require(Test.current), try #require(TakesNoteOfSuite.suite))
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await withKnownIssue {
            async let other: Void = strict(suite) {
                begin.finish()
                for await _ in ends {}
            }
            for await _ in beginning {}
            try await strict(current) { await Escape.thread { _ = resolve((any Clock).self) } }
            #expect(issues.count == 0)
            end.finish()
            try await other
        } matching: { issue in
            isStray(issue)
                && names(issue, "theLastOfTheTestsThatRanReportsItNamingAll()") && names(issue, "StrayLookupTests")
        }
        #expect(issues.count == 1)
    }

    @Test func aTestThatBeginsLaterIsNotToBlame() async throws {
        let (current, suite) = (try #require(Test.current), try #require(TakesNoteOfSuite.suite))
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await withKnownIssue {
            async let other: Void = {
                for await _ in beginning {}
                try await strict(suite) { end.finish() }
            }()
            try await strict(current) {
                await Escape.thread { _ = resolve((any Clock).self) }
                begin.finish()
                for await _ in ends {}
            }
            try await other
        } matching: { issue in
            isStray(issue) && names(issue, "aTestThatBeginsLaterIsNotToBlame()") && !names(issue, "StrayLookupTests")
        }
        #expect(issues.count == 1)
    }

    /// Runs something as the trait runs a strict test.
    private func strict(_ test: Test, _ function: @escaping @Sendable () async throws -> Void) async throws {
        let trait = IsolatedDependenciesTrait.isolatedDependencies(.strict)
        try await trait.provideScope(for: test, testCase: nil, performing: function)
    }
}

/// Keeps the suite, as another test of its name.
private struct TakesNoteOfSuite: SuiteTrait {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var noted: Test?

    static var suite: Test? { lock.withLock { noted } }

    func prepare(for test: Test) async throws { TakesNoteOfSuite.note(test) }

    private static func note(_ test: Test) { lock.withLock { noted = test } }
}

/// The lines that issues are at.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [Int] = []

    var all: [Int] { lock.withLock { lines } }

    func add(_ issue: Issue) { lock.withLock { lines.append(issue.sourceLocation?.line ?? 0) } }
}
