import Dispatch
import Hopoate
import Testing

@testable import HopoateTestingHelpers

/// What the app has registered, and looks up from anywhere.
private struct Clock: Sendable {
    static let line = #line + 2
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register(Clock(), for: Clock.self)
    }()

    var isReal = true
}

/// Look-ups in the process-wide container while strict tests run.
///
/// One after the other, so that a stray look-up is that of the one test of this file which runs, and concerns no other.
@Suite(.serialized) struct StrayLookupTests {
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

    init() { _ = Clock.token }

    @Test(arguments: Escape.allCases)
    func aLookUpThatNoTestOwnsIsReportedOnceForEachLine(_ escape: Escape) async throws {
        let line = #line + 4
        let reports = try await reports {
            await withIsolatedDependencies(.strict) {
                await withIsolatedDependencies(.strict) {
                    await escape { for _ in 0..<2 { #expect(resolve(Clock.self).isReal) } }
                    await escape { _ = optionalResolve(Clock.self) }
                }
            }
        }
        #expect(reports.map(\.line) == [line, line + 1])
        let text = try #require(reports.first?.text)
        // Strict tests of other files may run too.
        #expect(text.hasPrefix("HopoateTestingHelpersTests.Clock was resolved in the process-wide container while "))
        #expect(text.contains("aLookUpThatNoTestOwnsIsReportedOnceForEachLine(_:)"))
        let rest = """
             ran, by work that no test owns: a thread, a queue or a detached task. It was asked for at \(#fileID):\(line), and the \
            real one was registered at \(#fileID):\(Clock.line). Wrap the work in `carryingDependencies`, make the object that \
            asks in the test, or hand it the test's container.
            """
        #expect(text.hasSuffix(rest), "\(text)")
    }

    @Test func aLookUpOfTheTestsOwnIsReportedOnce() async throws {
        let line = #line + 1
        let madeOutside = Dependency<Clock>()
        let reports = try await reports {
            withIsolatedDependencies(.strict) { for _ in 0..<2 { #expect(madeOutside().isReal) } }
        }
        let text = """
            HopoateTestingHelpersTests.Clock was resolved in the process-wide container, and not in this test's. It was asked for \
            at \(#fileID):\(line), and the real one was registered at \(#fileID):\(Clock.line). Make the object that asks in the \
            test, or hand it the test's container.
            """
        #expect(reports.map(\.text) == [text])
    }

    @Test(.isolatedDependencies(.strict), .dependencies { $0.register(Clock(isReal: false), for: Clock.self) })
    func workThatCarriesTheTestAlongIsTheTests() async {
        let madeInside = Dependency<Clock>()
        for escape in Escape.allCases {
            await escape(carryingDependencies { #expect(!resolve(Clock.self).isReal) })
            await escape { #expect(!madeInside().isReal) }
        }
    }

    @Test func theWorkOfATestThatIsNotStrictIsItsOwn() async {
        let carried = carryingDependencies { #expect(resolve(Clock.self).isReal) }
        await withIsolatedDependencies(.strict) {
            for escape in Escape.allCases { await escape(carried) }
        }
    }

    @Test func whatIsMissingOrRegisteredByTheTestIsNotReal() async {
        await withIsolatedDependencies(.strict) {
            let mock = MockContainer(Clock(isReal: false), for: Clock.self, container: .processWide)
            await Escape.thread { #expect(!resolve(Clock.self).isReal) }
            await withIsolatedDependencies(.strict) { await Escape.thread { #expect(!resolve(Clock.self).isReal) } }
            await Escape.thread { #expect(optionalResolve(Int.self, named: "nobody's") == nil) }
            withExtendedLifetime(mock) {}
        }
    }

    /// A strict test of another file might watch here: so this is a process of its own.
    @Test func nothingIsReportedUnlessAStrictTestRuns() async {
        await #expect(processExitsWith: .success) {
            _ = Clock.token
            for options in [[], .forked, .verifyingMocks] as [IsolationOptions] {
                await withIsolatedDependencies(options) { await Escape.thread { _ = resolve(Clock.self) } }
            }
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let late = withIsolatedDependencies(.strict) {
                Task.detached {
                    for await _ in ends {}
                    return resolve(Clock.self).isReal
                }
            }
            end.finish()
            #expect(await late.value)
        }
    }
}

/// Which of the tests that run reports what none of them owns.
@Suite struct StraysTests {
    private let strays = Strays<String>()

    private func begin(_ test: String, inFile fileID: String) -> UInt64 {
        strays.begin(Watcher(name: test, fileID: fileID))
    }

    private func reports(atTheEndOf watcher: UInt64) -> [String] {
        strays.end(watcher).map { "\($0.happening) while \($0.names) ran" }
    }

    @Test func theLastOfTheTestsThatRanReportsItNamingAll() {
        let tests = [begin("a()", inFile: "M/A.swift"), begin("b()", inFile: "M/B.swift")]
        for test in tests { strays.add("look-up", in: "M/Other.swift", seenBy: test) }
        let later = begin("c()", inFile: "M/C.swift")
        #expect((tests + [later]).map(reports) == [[], ["look-up while a(), b() ran"], []])
    }

    @Test func theTestOfTheFileReportsItEachTime() {
        let other = begin("a()", inFile: "M/A.swift")
        for _ in 0..<2 {
            let test = begin("b()", inFile: "M/B.swift")
            strays.add("look-up", in: "M/B.swift", seenBy: other)
            #expect(reports(atTheEndOf: test) == ["look-up while a(), b() ran"])
        }
        #expect(reports(atTheEndOf: other).isEmpty)
    }
}
