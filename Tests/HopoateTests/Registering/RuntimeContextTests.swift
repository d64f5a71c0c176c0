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
    // MARK: - This run

    @Test func `this process is a test and nothing else`() async {
        #expect(RuntimeContext.test.isCurrent)
        await #expect(processExitsWith: .success) { try #require(RuntimeContext.test.isCurrent) }
        #expect(!RuntimeContext.preview.isCurrent)
        #expect(!RuntimeContext.argument("-uitest").isCurrent)
        #expect(!RuntimeContext.environment("HOPOATE_MISSING").isCurrent)
        #if DEBUG
        #expect(RuntimeContext.debug.isCurrent)
        #else
        #expect(!RuntimeContext.debug.isCurrent)
        #endif
        #if !targetEnvironment(simulator)
        #expect(!RuntimeContext.simulator.isCurrent)
        #endif
    }

    #if !os(Windows)
    /// In a process of its own, as other threads may read the environment.
    @Test func `the environment is read each time`() async {
        await #expect(processExitsWith: .success) {
            let name = "HOPOATE_BACKEND"
            try #require(!RuntimeContext.environment(name).isCurrent)
            setenv(name, "staging", 1)
            try #require(RuntimeContext.environment(name, "staging").isCurrent)
            try #require(RuntimeContext.environment(name).isCurrent)
            try #require(!RuntimeContext.environment(name, "live").isCurrent)
            setenv(name, "", 1)
            try #require(RuntimeContext.environment(name).isCurrent)
            unsetenv(name)
            try #require(!RuntimeContext.environment(name, "").isCurrent)
        }
    }

    @Test(arguments: ["1": true, "0": false, "": false])
    func `a preview is recognised by its variable`(_ value: String, isPreview: Bool) async {
        await #expect(processExitsWith: .success) { [value, isPreview] in
            setenv("XCODE_RUNNING_FOR_PREVIEWS", value, 1)
            try #require(RuntimeContext.preview.isCurrent == isPreview)
        }
    }
    #endif

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
    func `a test is recognised by its runner`(_ arguments: [String]) {
        #expect(RuntimeContext.isTest(arguments) { _ in nil })
    }

    @Test(arguments: [
        "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
    ])
    func `a test is recognised by Xcode's variables`(_ name: String) {
        #expect(RuntimeContext.isTest(["/app/App"]) { $0 == name ? "" : nil })
    }

    @Test func `an app is not a test`() {
        #expect(!RuntimeContext.isTest(["/app/App", "/app/AppTests.xctest"]) { _ in nil })
        #expect(!RuntimeContext.isTest([]) { _ in nil })
    }

    @Test func `an argument is looked for among the launch arguments`() throws {
        #expect(!RuntimeContext.argument(CommandLine.arguments[0]).isCurrent)
        let last = try #require(CommandLine.arguments.last)
        #expect(RuntimeContext.argument(last).isCurrent == (CommandLine.arguments.count > 1))
    }
}
