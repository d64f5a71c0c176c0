import Testing

@testable import Hopoate

/// What is only seen from inside: how a context judges launches that this process is not.
@Suite struct LaunchTests {
    typealias Launch = RuntimeContext.Launch

    @Test func alwaysHoldsEverywhere() {
        #expect(RuntimeContext.always.holds(in: Launch()))
    }

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

    @Test func debugIsABuildWithoutOptimisation() {
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
