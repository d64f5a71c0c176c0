/// Why a service could not be resolved, with all it takes to mend it.
///
/// ``DependencyContainer/resolving(_:named:fileID:line:)`` throws it; the functions that do not throw trap with its
/// ``description``. An error that passes through several creators stays the same error: its ``path`` leads from the
/// outermost resolution to the place where it went wrong.
///
/// ```swift
/// do {
///     let store = try container.resolving((any Store).self)
///     open(store)
/// } catch let error as DependencyError {
///     switch error.reason {
///     case .creatorFailed(let failure):
///         show(failure)  // an error of the app's own
///     case .missing:
///         log("\(error.service) is not registered, but \(error.lookAlikes)")
///     case .cycle:
///         let steps = error.path.map { "\($0.service) \($0.name ?? "")" }
///         log(steps.joined(separator: " → "))
///     case .nothingToDecorate, .belongsToActor, .needsAwait, .notAnObject:
///         log(error.description)
///     }
/// } catch {
///     show(error)
/// }
/// ```
///
/// An error keeps the container that was asked, as it lists the registrations there when it is read. A service that
/// stores such an error keeps its own container for ever: let it store the ``description``.
///
/// ## Errors that cannot be found
///
/// A container sees cycles over the resolutions of threads, and over the creations that tasks await. It cannot see two
/// others:
///
/// - A creator blocks its thread until another thread or a detached task is done, and that one resolves the service that
///   is being created. Both wait for ever. Resolve the service before, or hand the service over to the other thread.
/// - An asynchronous creator starts a `Task` and does not await it, and the task resolves the service that is being
///   created. The task gets the error ``Reason/cycle``, although the creator would not wait for it. Await the task, or
///   let the service start it once it is created.
public struct DependencyError: Error, Sendable, CustomStringConvertible {
    /// The reason.
    public enum Reason: Sendable {
        /// Nothing is registered for the service.
        case missing
        /// Creating the service takes the service itself: ``DependencyError/path`` ends with it and leads over it.
        case cycle
        /// The service's creator threw this error.
        case creatorFailed(any Error)
        /// The service is only decorated, and nothing is registered that the decorator could get.
        case nothingToDecorate
        /// The service's creator belongs to this actor, and something else asked for the service.
        case belongsToActor(any Actor)
        /// The service's creator is asynchronous, and nothing has awaited the service yet.
        case needsAwait
        /// The service is to be kept as long as others hold it, and its creator made a value of this type.
        case notAnObject(Any.Type)
    }

    /// One resolution on the way to the error.
    public struct Step: Sendable {
        let key: ServiceKey
        let place: CodePlace
        /// The creator that ran, if one did.
        var creator: RanCreator?

        /// The service that was resolved.
        public var service: Any.Type { key.role.service }
        /// The name it was asked for by, if any.
        public var name: String? { key.name }

        /// The file in which it was asked for, as `Module/File.swift`.
        public var fileID: String { place.fileID.description }
        /// The line on which it was asked for.
        public var line: UInt { place.line }
    }

    /// One reference, so that functions which may throw the error need no room for it on the way of a hit.
    private let story: Boxed<Story>

    private struct Story: Sendable {
        let reason: Reason
        let path: [Step]
        /// The service that was registered instead of a missing one.
        let surroundings: Surroundings?
        /// Where the registration was made that does not work like this.
        let registered: CodePlace?
    }

    init(_ reason: Reason, path: [Step], surroundings: Surroundings? = nil, registered: CodePlace? = nil) {
        story = Boxed(Story(reason: reason, path: path, surroundings: surroundings, registered: registered))
    }

    /// The reason.
    public var reason: Reason { story.value.reason }

    /// The resolutions that led to the error, the outermost first. The last one is of ``service``.
    public var path: [Step] { story.value.path }

    /// Registrations that look like the missing one, the most alike first. Empty for other reasons.
    public var lookAlikes: [RegistrationInfo] { story.value.surroundings?.lookAlikes ?? [] }

    /// The error that the creator threw, when that is the reason.
    public var underlyingError: (any Error)? {
        if case .creatorFailed(let error) = reason { error } else { nil }
    }

    /// The service that could not be resolved.
    public var service: Any.Type { failed.service }

    /// The name that it was asked for by, if any.
    ///
    /// ```swift
    /// if let name = error.name { log("nothing is registered by the name \(name)") }
    /// ```
    public var name: String? { failed.name }

    /// The file in which it was asked for, as `Module/File.swift`.
    public var fileID: String { failed.fileID }

    /// The line on which it was asked for.
    public var line: UInt { failed.line }

    private var failed: Step { path[path.endIndex - 1] }
}

extension DependencyError {
    /// The failure, its place, its path and the cures, in several lines.
    public var description: String {
        let arrows = path.map { step in
            String(describing: step.service) + (step.name.map { " \"\($0)\"" } ?? "")
        }
        var lines = [summary, "    asked for at: \(failed.place)"]
        if let place = story.value.registered { lines.append("    registered at: \(place)") }
        lines.append("    path: " + arrows.joined(separator: " → "))
        if path.count > 1 { lines += path.map { "          \($0.key.description), asked for at \($0.place)" } }
        if let evidence = story.value.surroundings?.evidence { lines += evidence.map { "    \($0)" } }
        return (lines + [cure]).joined(separator: "\n")
    }

    private var summary: String {
        let failed = failed.key.description
        return switch reason {
        case .missing: "Nothing is registered for \(failed)."
        case .cycle: "Circular dependency: creating \(failed) takes \(failed) itself."
        case .creatorFailed(let error): "The creator of \(failed) threw an error: \(error)"
        case .nothingToDecorate: "\(failed) is decorated, but nothing is registered that the decorator could get."
        case .belongsToActor(let actor):
            "The creator or decorator of \(failed) belongs to the \(actor.nameOfActor), and was asked for "
                + (actor === MainActor.shared ? "elsewhere." : "without awaiting it.")
        case .needsAwait: "The creator of \(failed) is asynchronous, and nothing has awaited the service yet."
        case .notAnObject(let type):
            "\(failed) is registered with the lifetime `weak`, but its creator made a value: \(type) is no class."
        }
    }

    private var cure: String {
        switch reason {
        case .missing: cureOfMissing
        case .cycle:
            """
            To fix this, break the cycle at one of these services. Let it resolve the next one when it needs it, and not
            while it is created: with a @Dependency property, or with a parameter of the type Lazy<…>.
            """
        case .creatorFailed:
            """
            Nothing was kept: the next resolution runs the creator again. To handle the error where the service is
            resolved, use `try resolving(_:)`.
            """
        case .nothingToDecorate:
            """
            To fix this, register the service before the decorator, or in a parent of the container. What is
            registered after the decorator stands above it.
            """
        case .belongsToActor(let actor):
            """
            To fix this, one of:
                1. \(cureOfActor(actor))
                2. If it may run anywhere, leave its actor out where it is registered, { … } for { @MainActor in … }, or make the
                   initializer `nonisolated`.
            """
        case .needsAwait:
            """
            To fix this, await it: `try await container.asyncResolve(\(key))`. As long as the instance is kept,
            it can be resolved without waiting: until it expires, its scope is reset or the registration is removed.
            """
        case .notAnObject:
            """
            To fix this, make it a class, or register it with another lifetime, `cached` for example. Nobody can hold
            a value for others.
            """
        }
    }

    private func cureOfActor(_ actor: any Actor) -> String {
        let isMain = actor === MainActor.shared
        if failed.key.isOfContributions {
            return isMain
                ? "Resolve all of them on that actor." : "Contribute an object that awaits its actor when it is used."
        }
        return "Resolve it \(isMain ? "on that actor, or " : "")with `try await asyncResolve(_:)`, which runs it there."
    }

    private var cureOfMissing: String {
        switch failed.key.role.kind {
        case .plain, .contributions, .lazy:
            """
            To fix this, one of:
                1. Register the service before it is resolved, for example when the app has launched:
                   container.register(…, for: \(key))\(remark)
                2. Where doing without it is fine, use optionalResolve(_:) or @OptionalDependency.
                3. In a test, register a mock: MockContainer(YourMock(), for: \(key))
            """
        case .taking(let argument):
            """
            To fix this, one of:
                1. Register the service with this type of argument before it is resolved:
                   container.register(\(metatype), taking: \(DependencyError.metatype(of: argument))\(naming)) { argument in … }
                2. Where doing without it is fine, use optionalResolve(_:with:).
            """
        }
    }

    /// The name of a type's metatype in code: that of a protocol is a `.Protocol`.
    private static func name(of type: Any.Type) -> String {
        if type == Void.self { return "Void" }
        if type == Any.self { return "Any" }
        let name = ServiceKey.nameInCode(of: type)
        let isProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return isProtocol && !name.hasSuffix(".Type") ? "any \(name)" : name
    }
    package static func metatype(of type: Any.Type) -> String {
        let name = name(of: type)
        return name.contains(" ") ? "(\(name)).self" : "\(name).self"
    }
    private var metatype: String { DependencyError.metatype(of: service) }
    private var naming: String { name.map { ", named: \($0.debugDescription)" } ?? "" }
    /// The argument to register the service for, or to ask for.
    private var key: String { failed.key.typedKey?.spelling ?? metatype + naming }
    private var remark: String { failed.key.typedKey.map { "  // the key that is declared at \($0.place)" } ?? "" }
}

extension DependencyError {
    static func missing(_ lookup: Lookup, in table: StackTable) -> DependencyError {
        let thread = Resolution.ofThread
        let path = thread.path + [lookup.step]
        // The creator of an eager registration asks for its own service, and finds none below.
        if thread.isMakingEagerly(lookup.key, in: table) { return .cycle(path) }
        return DependencyError(.missing, path: path, surroundings: Surroundings(of: lookup.key, in: table))
    }

    /// A registration that does not work where it was asked for.
    static func unusable(
        _ reason: Reason,
        _ registration: AnyServiceRegistration,
        _ lookup: Lookup
    ) -> DependencyError {
        var step = lookup.step
        // Its creator has run.
        if case .notAnObject = reason { step = RunningCreator(registration, lookup, .weakly).step }
        return DependencyError(reason, path: Resolution.ofThread.path + [step], registered: registration.place)
    }

    /// The path ends with the request that closes the cycle.
    static func cycle(_ path: [Step]) -> DependencyError { DependencyError(.cycle, path: path) }

    /// The same error, to which another way has led.
    func at(_ path: [Step]) -> DependencyError {
        let story = story.value
        return DependencyError(reason, path: path, surroundings: story.surroundings, registered: story.registered)
    }

    /// Whether the way to the error leads over these steps.
    func begins(with steps: [Step]) -> Bool {
        path.starts(with: steps) { $0.key == $1.key && $0.place.line == $1.place.line }
    }

    /// Ends the process with the whole story.
    func trap() -> Never { failed.place.trap(description) }
}
