/// Finds similar registrations, and likely reasons why a service is missing, when an error is read, as code often catches and drops
/// it. Until then, it keeps the requesting container.
final class HintSearch: Sendable {
    private let key: ServiceKey
    /// The table of the requesting container.
    let table: StackTable
    /// Nil if it was released.
    private let container: DependencyContainer?
    /// The end of the requesting container, if the look-up came later.
    private let end: CodePlace?
    /// The shared container's, where the look-up was made.
    private let shared: StackTable
    /// The note on a child that has the service, if a parent requested it. The child may end before the error is read.
    private let captivity: String?
    /// Whether a test that is not isolated looks it up in the process-wide container.
    private let isUnisolatedTest: Bool

    init(for lookup: Lookup) {
        (key, table) = (lookup.key, lookup.ended ?? lookup.requestingTable)
        let table = table
        (container, end) = table.withState { (table.isProcessWide ? .processWide : $0.container, $0.end) }
        (shared, captivity) = (DependencyContainer.shared.table, lookup.noteOnCaptivity)
        isUnisolatedTest =
            table.isProcessWide && (container as Any as? any TestNotes)?.isSearchedByUnisolatedTest == true
    }

    /// At most five, the most similar first, and the newest first among equals.
    var similarRegistrations: [RegistrationInfo] {
        let answering = table.inventoryWithParents().reversed().filter { $0.depth == 0 && $0.key != key }
        return answering.ordered(by: distance).prefix(5).filter { distance(of: $0) < .max }
    }

    var lines: [String] { similarRegistrations.map { "similar: \($0)" } + notes.map { "note: \($0)" } }

    /// Likely reasons why nothing is registered.
    private var notes: [String] {
        if container == nil {
            return ["the container of this object was released, but the object, which it had kept, is still in use."]
        }
        let ending = end.map { end in
            if end.line == 0 { return "this container ended when its test ended: await the work there." }
            let cure = "For longer work, use DependencyContainer(parent:)."
            return "this container ended when `withChild` returned, at \(end). \(cure)"
        }
        let removal = table.withParents.compactMap { $0.noteOnRemoval(of: key) }.first
        let reasons = [captivity, ending ?? removal, otherKey ?? otherType].compactMap(\.self)
        if !reasons.isEmpty { return reasons }
        if let isolation { return [isolation] }
        let isEmpty = table.inventoryWithParents().isEmpty && table.withState(\.end) == nil
        return isEmpty ? ["the container is empty: has the code that registers services run?"] : []
    }

    /// The same service with another name, with an argument, or as contributions.
    private var otherKey: String? {
        var (ways, kind) = ([String](), StackRole?.none)
        for other in similarRegistrations.map(\.key) where other.role.service == key.role.service {
            kind = kind ?? other.role.kind
            if other.service != key.service { continue }
            if let typedKey = key.typedKey, other.name == nil {
                return "it is registered for its type: register it `for: \(typedKey.spelling)`."
            }
            let name = other.name.map { "pass `named: \($0.debugDescription)`" } ?? "resolve it without a name"
            let way = other.typedKey.map { "use the typed key `\($0.spelling)`" } ?? name
            if !ways.contains(way) { ways.append(way) }
        }
        if !ways.isEmpty { return "it is registered under another name: \(ways.joined(separator: ", or "))." }
        return switch kind {
        case .taking(let type): "its creator takes an argument: pass a \(ServiceKey.fullName(of: type)) as `with:`."
        case .contributions: "it has contributions: resolve them with `resolveAll(_:)`."
        case .some: "it is registered without an argument: leave out `with:`."
        case nil: nil
        }
    }

    /// Another service whose instance can be cast to this one. For an optional, its wrapped service, or one that can be cast to that.
    private var otherType: String? {
        func find<Service>(_ service: Service.Type) -> RegistrationInfo? {
            table.inventoryWithParents().last { $0.service is Service.Type || $0.registration.instance is Service }
        }
        let service = (key.service as? any OptionalType.Type)?.wrapped ?? key.service
        guard case .plain = key.role.kind, service != Any.self, let other = _openExistential(service, do: find)
        else { return nil }
        if other.service == service {
            return service == key.service ? nil : "\(other.serviceDescription) is registered: leave out the `?`."
        }
        let (type, name) = (DependencyError.metatype(of: service), ServiceKey.fullName(of: service))
        return "\(other.serviceDescription) is registered, and its instance is a \(name): register it `for: \(type)`."
    }

    /// Another container has it.
    private var isolation: String? {
        let isOutside = shared !== table && !shared.isProcessWide
        let ofShared = isOutside ? shared.withParents.first { $0.newest(key) != nil } : nil
        let other = ofShared ?? (table.isProcessWide ? .newestLive(with: key) : .processWide)
        guard let other, let info = other.newest(key) else { return nil }
        if isUnisolatedTest { return "this test has no container of its own: isolate it with `.isolatedDependencies`." }
        let reason =
            if isOutside {
                "This object was created outside `withChild`: create it there, or use `resolve(…)` in the method."
            } else if table.isProcessWide {
                """
                A detached task, a queue or a thread does not inherit it: use `DependencyContainer.withShared` there. Or the object was \
                created by a method of an object of that child: use `Provider`, or `withShared(_property.container)`.
                """
            } else {
                "An isolated test, `withShared` and `withChild` use a container of their own."
            }
        return "\(other.name) has it (\(info)), but was not searched. \(reason)"
    }

    /// The distance of the service, and then that of the name. The largest number if they are not similar.
    private func distance(of info: RegistrationInfo) -> UInt64 {
        let distanceOfName = UInt64((info.name ?? "").distance(to: key.name ?? ""))
        if info.service == key.role.service { return (info.key.service == key.service ? 0 : 1) << 32 + distanceOfName }
        let (wanted, found) = (HintSearch.core(of: key.role.service), HintSearch.core(of: info.service))
        let (shorter, longer) = wanted.count < found.count ? (wanted, found) : (found, wanted)
        let isPart = shorter.count >= 4 && (longer.hasPrefix(shorter) || longer.hasSuffix(shorter))
        let distance = found == wanted ? 0 : isPart ? 1 : found.distance(to: wanted)
        return distance <= max(1, shorter.count / 4) ? UInt64(2 + distance) << 32 + distanceOfName : .max
    }

    /// The type's name in lower case, without module, `Optional` and generic arguments.
    private static func core(of service: Any.Type) -> String {
        "\((service as? any OptionalType.Type)?.wrapped ?? service)".prefix { $0 != "<" }.lowercased()
    }
}

extension Lookup {
    /// A child requested a service that a parent keeps. The parent's creator needs a service that only the child has.
    fileprivate var noteOnCaptivity: String? {
        guard let holder = creator(where: { $0.requestingTable !== $0.owner }), let keeper = holder.registration,
            keeper.shard.isIn(requestingTable),
            let info = holder.requestingTable.withParents.compactMap({ [key] in $0.newest(key) }).first
        else { return nil }
        return """
            a child has \(info), but a parent keeps \(keeper.key.description), \(keeper.lifetime), registered at \(keeper.place): \
            register that with the lifetime `perContainer`, or \(key.description) in the parent.
            """
    }
}

extension StackTable {
    /// Where the newest removed registration of a key was, and what removed it.
    fileprivate func noteOnRemoval(of key: ServiceKey) -> String? {
        guard let last = withShard(of: key, { $0.stacks[key]?.removed }) else { return nil }
        let hint = "A MockContainer that is not stored, as in `_ = MockContainer(…)`, removes its mock immediately."
        let ofToken = last.isMock ? "with its MockContainer. \(hint)" : "by its token."
        let way = withState(\.end) == nil ? last.cause?.description ?? ofToken : "when its container ended."
        return "it was registered at \(last.place), but that registration was removed \(way)"
    }
}

extension String {
    /// How many letters differ.
    package func distance(to other: String) -> Int {
        let difference = difference(from: other)
        return max(difference.insertions.count, difference.removals.count)
    }
}
