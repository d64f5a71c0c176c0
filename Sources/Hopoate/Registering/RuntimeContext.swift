/// A condition that the app runs under, such as a preview or a test, in which you can register other services.
///
/// ```swift
/// container.register(DiskStore(), for: (any Store).self)
/// if RuntimeContext.preview.isCurrent || RuntimeContext.test.isCurrent {
///     container.register(MemoryStore(), for: (any Store).self)
/// }
/// ```
public struct RuntimeContext: Sendable {
    /// Whether the condition is true for this process.
    public private(set) var isCurrent: Bool

    /// The condition that Xcode runs the app for a preview.
    ///
    /// Xcode then sets the environment variable `XCODE_RUNNING_FOR_PREVIEWS` to `1`. Other conditions can be true in a preview too,
    /// such as ``debug``.
    public static let preview = environment("XCODE_RUNNING_FOR_PREVIEWS", "1")

    /// The condition that XCTest or Swift Testing runs in this process.
    ///
    /// Hopoate tells by the name of the program that Xcode or `swift test` starts, and by its environment. A UI test runs in a
    /// process other than the app's: launch the app with an argument, and use ``argument(_:)``.
    public static let test = RuntimeContext(isCurrent: isTest(CommandLine.arguments, ProcessEnvironment.variable))

    /// The condition that Hopoate was built without optimization, which is the default of Xcode and `swift build`.
    ///
    /// A package or a pod is built like the app. A binary framework, as Carthage builds it, is optimized, so the condition is never
    /// true there.
    ///
    /// ```swift
    /// if RuntimeContext.debug.isCurrent {
    ///     container.register(VerboseLogger(), for: (any LogProviding).self)
    /// }
    /// ```
    public static let debug = RuntimeContext(isCurrent: _isDebugAssertConfiguration())

    /// The condition that the app runs in a simulator of an Apple device.
    ///
    /// ```swift
    /// if RuntimeContext.simulator.isCurrent {
    ///     container.register(FakeCamera(), for: (any Camera).self)
    /// }
    /// ```
    public static let simulator: RuntimeContext = {
        #if targetEnvironment(simulator)
        return RuntimeContext(isCurrent: true)
        #else
        return RuntimeContext(isCurrent: false)
        #endif
    }()

    /// Returns the condition that the process was launched with an argument.
    ///
    /// ```swift
    /// if RuntimeContext.argument("-uitest").isCurrent {
    ///     container.register(MemoryStore(), for: (any Store).self)
    /// }
    /// ```
    ///
    /// - Parameter argument: The whole argument, as in `XCUIApplication.launchArguments`.
    /// - Returns: The condition.
    public static func argument(_ argument: String) -> RuntimeContext {
        RuntimeContext(isCurrent: CommandLine.arguments.dropFirst().contains(argument))
    }

    /// Returns the condition that an environment variable is set.
    ///
    /// Each call reads the environment.
    ///
    /// ```swift
    /// if RuntimeContext.environment("BACKEND", "staging").isCurrent {
    ///     container.register(StagingClient(), for: (any Client).self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The variable's name.
    ///   - value: The required value. If it is nil, any value will do, even an empty one.
    /// - Returns: The condition.
    public static func environment(_ name: String, _ value: String? = nil) -> RuntimeContext {
        let found = ProcessEnvironment.variable(name)
        return RuntimeContext(isCurrent: found != nil && (value == nil || value == found))
    }

    /// Whether the program is a test runner, or has variables that Xcode sets for tests.
    static func isTest(_ arguments: [String], _ variable: (String) -> String?) -> Bool {
        let variables = [
            "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
        ]
        for name in variables where variable(name) != nil { return true }
        for runner in ["xctest", "swiftpm-testing-helper", "-test-runner", "-test-runner.exe"]
        where arguments.first?.hasSuffix(runner) == true { return true }
        return arguments.contains("--testing-library")
    }
}
