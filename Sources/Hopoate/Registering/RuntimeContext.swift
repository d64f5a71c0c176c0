/// In which runs of an app a registration is made.
///
/// It is judged when registering, on the calling thread. Where it does not hold, nothing is registered, and removing the
/// token does nothing.
///
/// ```swift
/// container.register(DiskStore(), for: (any Store).self)
/// container.register(MemoryStore(), for: (any Store).self, when: .preview || .argument("-uitest"))
/// container.register(AnalyticsProvider(), for: (any AnalyticsProviding).self, when: !.debug && !.test)
/// ```
public struct RuntimeContext: Sendable {
    /// Nil when it holds anyhow: most registrations then need not look at the launch.
    private let condition: (@Sendable (Launch) -> Bool)?

    /// Every run.
    ///
    /// ```swift
    /// container.register(MemoryStore(), for: (any Store).self, when: isOffline ? .always : .debug)
    /// ```
    public static var always: RuntimeContext { RuntimeContext(condition: nil) }

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
    public static let debug = RuntimeContext(condition: \.isDebug)

    /// A simulator of an Apple device.
    ///
    /// ```swift
    /// container.register(FakeCamera(), for: (any Camera).self, when: .simulator)
    /// ```
    public static let simulator = RuntimeContext(condition: \.isSimulator)

    /// Something that the app itself has found out.
    ///
    /// ```swift
    /// container.register(MemoryStore(), for: (any Store).self, when: .condition(options.isOffline))
    /// ```
    ///
    /// - Parameter holds: Whether the context holds.
    /// - Returns: The context.
    public static func condition(_ holds: Bool) -> RuntimeContext { RuntimeContext { _ in holds } }

    /// The process was launched with this argument.
    ///
    /// ```swift
    /// container.register(MemoryStore(), for: (any Store).self, when: .argument("-uitest"))
    /// ```
    ///
    /// - Parameter argument: The whole argument, as in `XCUIApplication.launchArguments`.
    /// - Returns: The context.
    public static func argument(_ argument: String) -> RuntimeContext {
        RuntimeContext { $0.arguments.dropFirst().contains(argument) }
    }

    /// A variable of the process's environment is set.
    ///
    /// The environment is read anew each time something is registered.
    ///
    /// ```swift
    /// container.register(StagingClient(), for: (any Client).self, when: .environment("BACKEND", "staging"))
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

    /// Both contexts hold.
    ///
    /// - Parameters:
    ///   - left: One context.
    ///   - right: The other.
    /// - Returns: The context in which both hold.
    public static func && (left: RuntimeContext, right: RuntimeContext) -> RuntimeContext {
        RuntimeContext { left.holds(in: $0) && right.holds(in: $0) }
    }

    /// At least one of two contexts holds.
    ///
    /// - Parameters:
    ///   - left: One context.
    ///   - right: The other.
    /// - Returns: The context in which one or both hold.
    public static func || (left: RuntimeContext, right: RuntimeContext) -> RuntimeContext {
        RuntimeContext { left.holds(in: $0) || right.holds(in: $0) }
    }

    /// A context does not hold.
    ///
    /// - Parameter context: The context.
    /// - Returns: The context in which it does not hold.
    public static prefix func ! (context: RuntimeContext) -> RuntimeContext {
        RuntimeContext { !context.holds(in: $0) }
    }

    func holds(in launch: @autoclosure () -> Launch = .current) -> Bool { condition?(launch()) ?? true }
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
