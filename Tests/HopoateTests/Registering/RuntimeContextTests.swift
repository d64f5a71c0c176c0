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

    // MARK: - This run

    @Test func thisIsATestAndNoPreview() {
        #expect(RuntimeContext.test.isCurrent)
        #expect(!RuntimeContext.preview.isCurrent)
    }

    @Test func aTestKnowsItInItsExitTestsToo() async {
        await #expect(processExitsWith: .success) {
            try #require(RuntimeContext.test.isCurrent)
        }
    }

    @Test func debugIsABuildWithoutOptimisation() {
        #if DEBUG
        #expect(RuntimeContext.debug.isCurrent)
        #else
        #expect(!RuntimeContext.debug.isCurrent)
        #endif
    }

    #if !targetEnvironment(simulator)
    @Test func thisIsNoSimulator() {
        #expect(!RuntimeContext.simulator.isCurrent)
    }
    #endif

    @Test func whatNobodyHasSetDoesNotHold() {
        #expect(!RuntimeContext.argument("-uitest").isCurrent)
        #expect(!RuntimeContext.environment("HOPOATE_MISSING").isCurrent)
    }

    #if !os(Windows)
    /// In a process of its own, as other threads may read the environment.
    @Test func theEnvironmentIsReadEachTime() async {
        await #expect(processExitsWith: .success) {
            let context = RuntimeContext.environment("HOPOATE_BACKEND", "staging")
            try #require(!context.isCurrent)
            setenv("HOPOATE_BACKEND", "staging", 1)
            try #require(context.isCurrent)
            unsetenv("HOPOATE_BACKEND")
            try #require(!context.isCurrent)
        }
    }
    #endif

    // MARK: - Launches that this process is not

    @Test(arguments: ["1": true, "0": false, "": false])
    func aPreviewIsToldByItsVariable(_ value: String, isPreview: Bool) {
        #expect(RuntimeContext.preview.holds(in: Launch(["XCODE_RUNNING_FOR_PREVIEWS": value])) == isPreview)
        #expect(!RuntimeContext.preview.holds(in: Launch()))
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

    @Test func debugIsToldByTheBuild() {
        #expect(RuntimeContext.debug.holds(in: Launch(isDebug: true)))
        #expect(!RuntimeContext.debug.holds(in: Launch(isDebug: false)))
    }

    @Test func aSimulatorIsToldByTheBuild() {
        #expect(RuntimeContext.simulator.holds(in: Launch(isSimulator: true)))
        #expect(!RuntimeContext.simulator.holds(in: Launch(isSimulator: false)))
    }

    @Test func anArgumentIsLookedForAmongThoseOfTheLaunch() {
        let launch = Launch(arguments: ["App", "-uitest", "-speed=2"])
        #expect(RuntimeContext.argument("-uitest").holds(in: launch))
        #expect(!RuntimeContext.argument("-speed").holds(in: launch))
        #expect(!RuntimeContext.argument("App").holds(in: launch))
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
