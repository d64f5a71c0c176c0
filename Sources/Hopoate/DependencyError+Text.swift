// The texts of errors.

extension DependencyError {
    /// The message: what failed, where, the path that led there, and how to fix it. It has several lines.
    public var description: String {
        let arrows = path.map { ServiceKey.describe(String(describing: $0.service), named: $0.name, " ") }
        var lines = [summary, "    requested at: \(failed.place)"]
        if let search { lines.append("    container: \(search.table.name)") }
        if let place = registered { lines.append("    registered at: \(place)") }
        lines.append("    path: " + arrows.joined(separator: " → "))
        if path.count > 1 { lines += path.map { "          \($0.key.description), requested at \($0.place)" } }
        if let search { lines += search.lines.map { "    \($0)" } }
        return (lines + [cure]).joined(separator: "\n")
    }

    private var summary: String {
        let failed = failed.key.description
        return switch reason {
        case .missing: "Nothing is registered for \(failed)."
        case .cycle: "Circular dependency: creating \(failed) requires \(failed) itself."
        case .creatorFailed(let error): "The creator of \(failed) threw an error: \(error)"
        case .nothingToDecorate: "\(failed) has a decorator, but there is no registration that it can decorate."
        case .belongsToActor(let actor):
            "The creator or decorator of \(failed) is isolated to the \(actor.actorName), but the service was resolved "
                + (actor === MainActor.shared ? "off that actor." : "without `await`.")
        case .needsAwait: "The creator of \(failed) is asynchronous, but the service was resolved without `await`."
        case .notAnObject(let type):
            "\(failed) is registered with the lifetime `weak`, but its creator returned a value: \(type) is not a class."
        }
    }

    private var cure: String {
        switch reason {
        case .missing: cureOfMissing
        case .cycle:
            """
            To fix this, break the cycle at one of these services. Let it resolve the next service on the path when it uses
            that service, through a @Dependency property or a parameter of the type Lazy<…>. If a creator wraps an older
            registration of its own service, register it as a decorator: decorate(_:with:).
            """
        case .creatorFailed:
            """
            No instance was kept, so the creator runs again the next time. To handle the error where the service is
            resolved, use `try resolving(_:)`.
            """
        case .nothingToDecorate:
            """
            To fix this, register the service before the decorator, or in a parent of the container. A decorator does not
            apply to newer registrations or to contributions.
            """
        case .belongsToActor(let actor):
            """
            To fix this, one of:
                1. \(cureOfActor(actor))
                2. If the creator can run anywhere, register it without the actor, as { … } instead of { @MainActor in … }, or make
                   the initializer `nonisolated`.
            """
        case .needsAwait:
            """
            To fix this, await the service before: with `try await container.waitUntilReady()` if its lifetime is `eager`, or else with
            `try await container.asyncResolve(\(key))`. If the instance is kept, `resolve` returns it until its scope is reset or the registration is removed.
            """
        case .notAnObject:
            """
            To fix this, make it a class, or register the service with another lifetime, for example `cached`. A value
            cannot be held weakly.
            """
        }
    }

    private func cureOfActor(_ actor: any Actor) -> String {
        let isMain = actor === MainActor.shared
        if failed.key.isOfContributions {
            return isMain
                ? "Resolve the contributions on that actor." : "Contribute an object that awaits the actor when used."
        }
        return (isMain ? "Resolve it on that actor, or use" : "Use") + " `asyncResolve(_:)`, which runs creators there."
    }

    private var cureOfMissing: String {
        if service == DependencyContainer.self {
            return """
                To fix this, use `DependencyContainer.shared` in a creator, and `_property.container` in an object that has
                a @Dependency property. A container is not registered as a service.
                """
        }
        if let optional = failed.key.service as? any OptionalType.Type, failed.key.typedKey == nil {
            let wrapped = DependencyError.metatype(of: optional.wrapped) + naming
            return """
                To fix this, leave out the `?`, and register the service: container.register(…, for: \(wrapped))
                If the service may be missing, use @OptionalDependency or optionalResolve(\(wrapped)).
                """
        }
        return switch failed.key.role.kind {
        case .plain, .contributions:
            """
            To fix this, one of:
                1. Register the service before it is resolved, for example when the app launches:
                   container.register(…, for: \(key))\(remark)
                2. If the service may be missing, use optionalResolve(_:) or @OptionalDependency.
                3. In a test, register a mock: MockContainer(YourMock(), for: \(key))
            """
        case .taking(let argument):
            """
            To fix this, one of:
                1. Register the service with this type of argument before it is resolved:
                   container.register(\(metatype), taking: \(DependencyError.metatype(of: argument))\(naming)) { argument in … }
                2. If the service may be missing, use optionalResolve(_:with:).
            """
        }
    }

    /// A type's metatype in code, as in `(any Store).self` and `((Int) -> String).self`.
    ///
    /// A placeholder if no expression has the type, or if the type's name is not enough. The name of another type's argument does
    /// not show whether it is a protocol or a struct, so the code has no `any` there.
    package static func metatype(of type: Any.Type) -> String {
        let name = type == Void.self ? "Void" : ServiceKey.reflectedName(of: type)
        let (code, isWhole) = code(of: name)
        // A private type has one context. A local type has a second one, for the function, which is not in the name.
        var contexts = 0
        for byte in String(reflecting: type).utf8 where byte == UInt8(ascii: "$") { contexts += 1 }
        if !isWhole || contexts > 1 { return "YourService.self" }
        // `M.Store.Protocol`, `(M.A & M.B).Protocol`, `(any M.Shelf<…>).Type`, `(() -> M.Store).Type`
        let metatype = ServiceKey.reflectedName(of: Swift.type(of: type))
        if metatype.hasSuffix(".Protocol"), !"\(name).".hasPrefix("Any.") { return "(any \(code)).self" }
        return metatype.hasPrefix("(\(name))") ? "(\(code)).self" : "\(code).self"
    }

    /// The code of a type's name: `any Shelf<Int>` of `any M.Shelf<Self.M.Shelf.Item == Swift.Int>`. It is not whole if the name does
    /// not tell the code.
    static func code(of name: String) -> (text: String, isWhole: Bool) {
        var (code, path, isCut, signsLeft) = ("", "", false, 2)
        for scalar in name.unicodeScalars {
            path.unicodeScalars.append(scalar)
            // The arguments of several protocols, or several arguments of one, are not in the order of the code.
            if scalar == "=" { signsLeft -= 1 }
            if scalar == "&" { signsLeft = name.hasSuffix(".Type") ? -1 : min(signsLeft, 0) }
            if scalar == "{" || path.hasSuffix("...") { signsLeft = -1 }
            if scalar == ".", !isCut, !path.hasPrefix("."), !path.hasPrefix("Any."), !path.hasPrefix("Self.") {
                (path, isCut) = ("", true)
            }
            switch scalar {
            case " ", "<", ">", "(", ")", ",", "@": break
            default: continue
            }
            if ["isolated ", "nonsending)", "sending ", "__owned "].contains(path) { signsLeft = -1 }
            if path != "== ", !path.hasPrefix("Self.") { code += path }
            (path, isCut) = ("", false)
        }
        return (code + path, signsLeft >= 0)
    }

    private var metatype: String { DependencyError.metatype(of: service) }
    private var naming: String { name.map { ", named: \($0.debugDescription)" } ?? "" }
    /// The argument of a function that registers or resolves the service.
    private var key: String { failed.key.typedKey?.spelling ?? metatype + naming }
    private var remark: String { failed.key.typedKey.map { "  // the key that is declared at \($0.place)" } ?? "" }
}

/// Names the type without the `?`, for look-ups that should have been without it.
package protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType { package static var wrapped: Any.Type { Wrapped.self } }

extension DependencyError {
    /// Ends the process with the error's description.
    func trap(_ preface: String = "") -> Never { failed.place.trap(preface + description) }
}
