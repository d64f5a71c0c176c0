/// A context in which the app runs, such as a preview or a test, and in which it may register other services.
///
/// ```swift
/// container.register(DiskStore(), for: (any Store).self)
/// if RuntimeContext.preview.isCurrent || RuntimeContext.argument("-uitest").isCurrent {
///     container.register(MemoryStore(), for: (any Store).self)
/// }
/// ```
public struct RuntimeContext: Sendable {
    /// Whether the context holds in this run of the app.
    public private(set) var isCurrent: Bool

    /// Xcode runs the app for a preview.
    ///
    /// In a preview `XCODE_RUNNING_FOR_PREVIEWS` is `1`. Other contexts may hold there too, such as ``debug``.
    public static let preview = environment("XCODE_RUNNING_FOR_PREVIEWS", "1")

    /// XCTest or Swift Testing runs in this process.
    ///
    /// The name of the program that Xcode or `swift test` starts, and its environment, show it. A user interface test drives the app
    /// in another process: launch it with an argument, and use ``argument(_:)``.
    public static let test = RuntimeContext(isCurrent: isTest(CommandLine.arguments, ProcessEnvironment.variable))

    /// A build without optimisation, as Xcode and `swift build` make by default.
    ///
    /// The build of Hopoate counts. A package or pod is built like the app. A binary framework, as Carthage builds it, is optimised:
    /// there the context never holds.
    ///
    /// ```swift
    /// if RuntimeContext.debug.isCurrent { container.register(VerboseLogger(), for: (any LogProviding).self) }
    /// ```
    public static let debug = RuntimeContext(isCurrent: _isDebugAssertConfiguration())

    /// A simulator of an Apple device.
    ///
    /// ```swift
    /// if RuntimeContext.simulator.isCurrent { container.register(FakeCamera(), for: (any Camera).self) }
    /// ```
    public static let simulator: RuntimeContext = {
        #if targetEnvironment(simulator)
        return RuntimeContext(isCurrent: true)
        #else
        return RuntimeContext(isCurrent: false)
        #endif
    }()

    /// The process was launched with this argument.
    ///
    /// ```swift
    /// if RuntimeContext.argument("-uitest").isCurrent { container.register(MemoryStore(), for: (any Store).self) }
    /// ```
    ///
    /// - Parameter argument: The whole argument, as in `XCUIApplication.launchArguments`.
    /// - Returns: The context.
    public static func argument(_ argument: String) -> RuntimeContext {
        RuntimeContext(isCurrent: CommandLine.arguments.dropFirst().contains(argument))
    }

    /// A variable of the process's environment is set.
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
    ///   - value: The required value. Without it, any value counts, even an empty one.
    /// - Returns: The context.
    public static func environment(_ name: String, _ value: String? = nil) -> RuntimeContext {
        let found = ProcessEnvironment.variable(name)
        return RuntimeContext(isCurrent: found != nil && (value == nil || value == found))
    }

    /// Whether the program is a test runner, or has variables that Xcode sets for tests.
    static func isTest(_ arguments: [String], _ variable: (String) -> String?) -> Bool {
        let variables = [
            "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
        ]
        let runners = ["xctest", "swiftpm-testing-helper", "-test-runner", "-test-runner.exe"]
        return variables.contains { variable($0) != nil }
            || runners.contains { arguments.first?.hasSuffix($0) == true }
            || arguments.contains("--testing-library")
    }
}
