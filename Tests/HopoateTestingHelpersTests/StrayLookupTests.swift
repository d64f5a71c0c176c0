import Dispatch
import Hopoate
import Testing

@testable import HopoateTestingHelpers

/// A service of the app, which code looks up from anywhere.
private struct Clock: Sendable {
    static let line = #line + 2
    static let token: AnyServiceRegistration = {
        DependencyContainer.processWide.register(Clock(), for: Clock.self)
    }()

    var isReal = true
}

/// Look-ups in the process-wide container while strict tests run. If no test owns them, they run in a process of their
/// own, or other strict tests would report them. The suite is serialized, as one of its tests mocks the clock for all.
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

    private static let lineOfEscape = #line + 5

    private static func lookUpInEachWay() async {
        await withIsolatedDependencies(.strict) {
            await withIsolatedDependencies(.strict) {
                for way in Escape.allCases { await way { for _ in 0..<2 { #expect(resolve(Clock.self).isReal) } } }
                await Escape.thread { _ = optionalResolve(Clock.self) }
            }
        }
    }

    @Test func `a look-up that no test owns is reported once for each line`() async throws {
        let reports = try await reports {
            await #expect(processExitsWith: .success) {
                _ = Clock.token
                await StrayLookupTests.lookUpInEachWay()
            }
        }
        let line = Self.lineOfEscape
        #expect(reports.map(\.line) == [line, line + 1])
        let text = """
            HopoateTestingHelpersTests.Clock was resolved in the process-wide container while a test ran, by work that no test \
            owns: a thread, a queue or a detached task. It was requested at \(#fileID):\(line), and the real one was registered \
            at \(#fileID):\(Clock.line). Wrap the work in `carryingDependencies`, create the object that resolves it in the \
            test, or pass the test's container to the object.
            """
        #expect(reports.first?.text == text)
    }

    @Test func `a look-up of the test in the process-wide container is reported once`() async throws {
        let line = #line + 1
        let madeOutside = Dependency<Clock>()
        let reports = try await reports {
            withIsolatedDependencies(.strict) { for _ in 0..<2 { #expect(madeOutside().isReal) } }
        }
        let text = """
            HopoateTestingHelpersTests.Clock was resolved in the process-wide container, and not in this test's. It was requested \
            at \(#fileID):\(line), and the real one was registered at \(#fileID):\(Clock.line). Create the object that resolves it \
            in the test, or pass the test's container to the object.
            """
        #expect(reports.map(\.text) == [text])
    }

    @Test(.isolatedDependencies(.strict), .dependencies { $0.register(Clock(isReal: false), for: Clock.self) })
    func `carried work belongs to the test`() async {
        let madeInside = Dependency<Clock>()
        for escape in Escape.allCases {
            await escape(carryingDependencies { #expect(!resolve(Clock.self).isReal) })
            await escape { #expect(!madeInside().isReal) }
        }
    }

    @Test func `work of a test that is not strict is its own`() async {
        let carried = carryingDependencies { #expect(resolve(Clock.self).isReal) }
        await withIsolatedDependencies(.strict) {
            for escape in Escape.allCases { await escape(carried) }
        }
    }

    @Test func `missing services and the test's own are not real`() async {
        await withIsolatedDependencies(.strict) {
            let mock = MockContainer(Clock(isReal: false), for: Clock.self, container: .processWide)
            await Escape.thread { #expect(!resolve(Clock.self).isReal) }
            await withIsolatedDependencies(.strict) { await Escape.thread { #expect(!resolve(Clock.self).isReal) } }
            await Escape.thread { #expect(optionalResolve(Int.self, named: "nobody's") == nil) }
            withExtendedLifetime(mock) {}
        }
    }

    @Test func `nothing is reported unless a strict test runs`() async {
        await #expect(processExitsWith: .success) {
            _ = Clock.token
            for options in [[], .forked, .verifyingMocks] as [IsolationOptions] {
                await withIsolatedDependencies(options) { await Escape.thread { _ = resolve(Clock.self) } }
            }
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let late = await withIsolatedDependencies(.strict) {
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

/// Which of several running tests reports a look-up that none of them owns.
@Suite struct StraysTests {
    @Test func `the last test to end reports a stray look-up and names all tests that ran`() {
        let strays = Strays<String>()
        let tests = [strays.begin("a()"), strays.begin("b()")]
        for test in tests { strays.add("look-up", seenBy: test) }
        let later = strays.begin("c()")
        let reports = (tests + [later]).map { strays.end($0).map { "\($0.event) while \($0.names) ran" } }
        #expect(reports == [[], ["look-up while a(), b() ran"], []])
    }
}
