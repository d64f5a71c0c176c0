import Testing

@testable import Hopoate

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct RuntimeContextTests {
    typealias Launch = RuntimeContext.Launch

    static let never = !RuntimeContext.always

    @Test func alwaysHoldsEverywhere() {
        #expect(RuntimeContext.always.holds(in: Launch()))
        #expect(RuntimeContext.always.holds())
    }

    @Test(arguments: ["1": true, "0": false, "": false])
    func aPreviewIsToldByItsVariable(_ value: String, isPreview: Bool) {
        #expect(RuntimeContext.preview.holds(in: Launch(["XCODE_RUNNING_FOR_PREVIEWS": value])) == isPreview)
        #expect(!RuntimeContext.preview.holds(in: Launch()))
    }

    @Test(arguments: [true, false]) func aConditionIsWhatTheAppSaysItIs(_ holds: Bool) {
        #expect(RuntimeContext.condition(holds).holds() == holds)
    }

    @Test func thisIsATestAndNoPreview() {
        #expect(RuntimeContext.test.holds())
        #expect(!RuntimeContext.preview.holds())
    }

    @Test func aTestKnowsItInItsExitTestsToo() async {
        await #expect(processExitsWith: .success) {
            try #require(RuntimeContext.test.holds())
        }
    }

    @Test(arguments: [
        // `swift test` on Linux: XCTest, then Swift Testing.
        ["/app/.build/debug/AppPackageTests.xctest"],
        ["/app/.build/debug/AppPackageTests.xctest", "--testing-library", "swift-testing"],
        // `swift test --build-system swiftbuild`, on Linux and on Windows.
        ["/app/.build/out/Products/Debug-linux/AppTests-test-runner"],
        [#"C:\app\.build\out\Products\Debug-windows\AppTests-test-runner.exe"#],
        // `swift test` on macOS: XCTest, then Swift Testing.
        ["/Applications/Xcode.app/Contents/Developer/usr/bin/xctest", "/app/.build/debug/AppPackageTests.xctest"],
        ["/Library/Developer/Toolchains/swift.xctoolchain/usr/libexec/swift/pm/swiftpm-testing-helper"],
        // WebAssembly.
        ["AppPackageTests.wasm", "--testing-library", "swift-testing"],
    ])
    func aTestIsToldByItsRunner(_ arguments: [String]) {
        #expect(RuntimeContext.test.holds(in: Launch(arguments: arguments)))
    }

    @Test(arguments: [
        "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
    ])
    func aTestIsToldByXcodesVariables(_ name: String) {
        #expect(RuntimeContext.test.holds(in: Launch([name: ""])))
    }

    @Test func anAppIsNoTest() {
        #expect(!RuntimeContext.test.holds(in: Launch(arguments: ["/app/App", "/app/AppTests.xctest"])))
        #expect(!RuntimeContext.test.holds(in: Launch(arguments: [])))
    }

    @Test func debugIsABuildWithoutOptimisation() {
        #expect(RuntimeContext.debug.holds(in: Launch(isDebug: true)))
        #expect(!RuntimeContext.debug.holds(in: Launch(isDebug: false)))
        #if DEBUG
        #expect(RuntimeContext.debug.holds())
        #else
        #expect(!RuntimeContext.debug.holds())
        #endif
    }

    @Test func aSimulatorIsToldByTheBuild() {
        #expect(RuntimeContext.simulator.holds(in: Launch(isSimulator: true)))
        #expect(!RuntimeContext.simulator.holds(in: Launch(isSimulator: false)))
        #if !targetEnvironment(simulator)
        #expect(!RuntimeContext.simulator.holds())
        #endif
    }

    @Test func anArgumentIsLookedForAmongThoseOfTheLaunch() {
        let launch = Launch(arguments: ["App", "-uitest", "-speed=2"])
        #expect(RuntimeContext.argument("-uitest").holds(in: launch))
        #expect(!RuntimeContext.argument("-speed").holds(in: launch))
        #expect(!RuntimeContext.argument("App").holds(in: launch))
        #expect(!RuntimeContext.argument("-uitest").holds())
    }

    @Test func aVariableIsSetOrSetToAValue() {
        let launch = Launch(["BACKEND": "staging", "EMPTY": ""])
        #expect(RuntimeContext.environment("BACKEND").holds(in: launch))
        #expect(RuntimeContext.environment("EMPTY").holds(in: launch))
        #expect(!RuntimeContext.environment("MISSING").holds(in: launch))
        #expect(RuntimeContext.environment("BACKEND", "staging").holds(in: launch))
        #expect(!RuntimeContext.environment("BACKEND", "live").holds(in: launch))
        #expect(!RuntimeContext.environment("MISSING", "").holds(in: launch))
    }

    #if !os(Windows)
    /// In a process of its own, as other threads may read the environment.
    @Test func theEnvironmentIsReadAtEachJudgement() async {
        await #expect(processExitsWith: .success) {
            let context = RuntimeContext.environment("HOPOATE_BACKEND", "staging")
            try #require(!context.holds())
            setenv("HOPOATE_BACKEND", "staging", 1)
            try #require(context.holds())
            unsetenv("HOPOATE_BACKEND")
            try #require(!context.holds())
        }
    }
    #endif

    @Test(arguments: [true, false], [true, false])
    func theOperatorsAreThoseOfBooleans(_ left: Bool, _ right: Bool) {
        let (one, other) = (left ? RuntimeContext.always : Self.never, right ? RuntimeContext.always : Self.never)
        #expect((one && other).holds() == (left && right))
        #expect((one || other).holds() == (left || right))
        #expect((!one).holds() == !left)
    }

    @Test func contextsCombineWithoutTheirTypesName() {
        let context: RuntimeContext = !.preview && (.debug || .argument("-uitest"))
        #expect(context.holds(in: Launch(isDebug: true)))
        #expect(context.holds(in: Launch(arguments: ["App", "-uitest"])))
        #expect(!context.holds(in: Launch()))
        #expect(!context.holds(in: Launch(["XCODE_RUNNING_FOR_PREVIEWS": "1"], isDebug: true)))
    }
}

extension RuntimeContext.Launch {
    /// An app's, unless something else is said.
    fileprivate init(
        _ environment: [String: String] = [:],
        arguments: [String] = ["/app/App"],
        isDebug: Bool = false,
        isSimulator: Bool = false
    ) {
        self.init(
            arguments: arguments,
            variable: { environment[$0] },
            isDebug: isDebug,
            isSimulator: isSimulator
        )
    }
}
