/// A kind of run of an app, in which it registers other services.
///
/// ```swift
/// container.register(DiskStore(), for: (any Store).self)
/// if RuntimeContext.preview.isCurrent || RuntimeContext.argument("-uitest").isCurrent {
///     container.register(MemoryStore(), for: (any Store).self)
/// }
/// ```
public struct RuntimeContext: Sendable {
    private let condition: @Sendable (Launch) -> Bool

    /// Xcode runs the app for a preview.
    ///
    /// In a preview `XCODE_RUNNING_FOR_PREVIEWS` is `1`. Other contexts may hold there too, such as ``debug``.
    public static let preview = environment("XCODE_RUNNING_FOR_PREVIEWS", "1")

    /// XCTest or Swift Testing runs in this process.
    ///
    /// It is told by the program that Xcode or `swift test` started, and by its environment. The app that a user interface test
    /// drives is a process of its own: launch it with an argument, and use ``argument(_:)``.
    public static let test = RuntimeContext(condition: \.isTest)

    /// A build without optimisation, as Xcode and `swift build` make by default.
    ///
    /// The build of Hopoate counts. A package or pod is built like the app, but a binary framework, as Carthage
    /// makes it, is optimised: the context never holds there.
    ///
    /// ```swift
    /// if RuntimeContext.debug.isCurrent { container.register(VerboseLogger(), for: (any LogProviding).self) }
    /// ```
    public static let debug = RuntimeContext(condition: \.isDebug)

    /// A simulator of an Apple device.
    ///
    /// ```swift
    /// if RuntimeContext.simulator.isCurrent { container.register(FakeCamera(), for: (any Camera).self) }
    /// ```
    public static let simulator = RuntimeContext(condition: \.isSimulator)

    /// The process was launched with this argument.
    ///
    /// ```swift
    /// if RuntimeContext.argument("-uitest").isCurrent { container.register(MemoryStore(), for: (any Store).self) }
    /// ```
    ///
    /// - Parameter argument: The whole argument, as in `XCUIApplication.launchArguments`.
    /// - Returns: The context.
    public static func argument(_ argument: String) -> RuntimeContext {
        RuntimeContext { $0.arguments.dropFirst().contains(argument) }
    }

    /// A variable of the process's environment is set.
    ///
    /// The environment is read anew each time.
    ///
    /// ```swift
    /// if RuntimeContext.environment("BACKEND", "staging").isCurrent {
    ///     container.register(StagingClient(), for: (any Client).self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The variable's name.
    ///   - value: The value that it has to have. Without it, any value will do, and an empty one too.
    /// - Returns: The context.
    public static func environment(_ name: String, _ value: String? = nil) -> RuntimeContext {
        RuntimeContext { launch in
            guard let found = launch.variable(name) else { return false }
            return value == nil || value == found
        }
    }

    /// Whether the context holds in this run of the app.
    ///
    /// It is found out each time, on the calling thread.
    public var isCurrent: Bool { holds(in: .current) }

    func holds(in launch: Launch) -> Bool { condition(launch) }
}

extension RuntimeContext {
    /// The facts that a context is judged by.
    struct Launch: Sendable {
        /// The executable first.
        var arguments = CommandLine.arguments
        /// Looks a variable of the environment up: nil if it is not set.
        let variable: @Sendable (String) -> String?
        /// `DEBUG` is a setting that some projects do not have.
        var isDebug = _isDebugAssertConfiguration()
        #if targetEnvironment(simulator)
        var isSimulator = true
        #else
        var isSimulator = false
        #endif

        static let current = Launch(variable: { ProcessEnvironment.variable($0) })

        /// Xcode sets one or more of the variables, by version and kind of test. `swift test` starts `….xctest`, on
        /// Apple systems Xcode's `xctest` or `swiftpm-testing-helper`, and with Swift Build `…-test-runner`.
        var isTest: Bool {
            let variables = [
                "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
            ]
            let runners = ["xctest", "swiftpm-testing-helper", "-test-runner", "-test-runner.exe"]
            return variables.contains { variable($0) != nil }
                || runners.contains { arguments.first?.hasSuffix($0) == true }
                || arguments.contains("--testing-library")
        }
    }
}
