/// Hints about a missing service: similar registrations, and likely reasons.
final class Hints: Sendable {
    /// For example `a child of the process-wide container`.
    let containerName: String
    /// At most five, the most similar first, and the newest first among equals.
    let similarRegistrations: [RegistrationInfo]
    /// Likely reasons why nothing is registered.
    let notes: [String]

    fileprivate init(_ containerName: String, _ similarRegistrations: [RegistrationInfo], _ notes: [String]) {
        (self.containerName, self.similarRegistrations, self.notes) = (containerName, similarRegistrations, notes)
    }

    var lines: [String] { similarRegistrations.map { "similar: \($0)" } + notes.map { "note: \($0)" } }
}

/// Finds hints when an error is read, as code often catches and drops it. Until then, it keeps the requesting container.
struct HintSearch: Sendable {
    private let key: ServiceKey
    /// The table of the requesting container.
    private let table: StackTable
    /// Nil if it was released.
    private let container: DependencyContainer?
    private let lastInventory: Protected<[RegistrationInfo]?>
    /// The shared container's, where the look-up was made.
    private let shared: StackTable

    /// The registration whose service a parent of the requesting container keeps, and that container.
    private let captiveHolder: (registration: AnyServiceRegistration?, container: DependencyContainer?)
    /// The service that is being registered, while its creator runs.
    private let beingRegistered: AnyServiceRegistration?
    /// The registration whose instance is being released as its container ends.
    private let beingReleased: AnyServiceRegistration?
    /// Whether a module or `AutoRegistering` is registering services.
    private let areRegistering: Bool
    /// Whether a test that is not isolated looks it up in the process-wide container.
    private let isOfUnisolatedTest: Bool

    init(for lookup: Lookup) {
        let thread = ThreadState.current
        key = lookup.key
        let table = lookup.ended ?? lookup.requestingTable
        self.table = table
        (container, lastInventory) = table.withState { state in
            if state.lastInventory == nil { state.lastInventory = Protected(nil) }
            return (table.isProcessWide ? .processWide : state.container, state.lastInventory!)
        }
        shared = DependencyContainer.shared.table
        let captiveHolder = lookup.creator { $0.requestingTable !== $0.owner }
        self.captiveHolder = (captiveHolder?.registration, captiveHolder?.requestingTable.container)
        beingRegistered = lookup.creator { $0.registration?.number == 0 && $0.requestingTable === table }?.registration
        let isInstalling = thread.state.modules.contains { $0.tableNumber == table.number }
        beingReleased = nil
        areRegistering = isInstalling || thread.isRegisteringAutomatically(in: lookup.attempt.table)
        isOfUnisolatedTest =
            table.isProcessWide && (container as Any as? any TestNotes)?.isSearchedByUnisolatedTest == true
    }

    var hints: Hints { Hints(table.name, similarRegistrations, notes) }

    /// The registrations that the look-up could find.
    private var inventory: [RegistrationInfo] { lastInventory.withLock(\.self) ?? table.inventoryWithParents() }

    private var similarRegistrations: [RegistrationInfo] {
        let answering = inventory.reversed().filter { $0.depth == 0 && $0.key != key }
        return answering.ordered(by: distance).prefix(5).filter { distance(of: $0) < .max }
    }

    private var notes: [String] {
        if container == nil, !table.isProcessWide {
            return ["the container of this object was released, but the object, which it had kept, is still in use."]
        }
        let ofTests = isOfUnisolatedTest ? nil : (container as Any as? any TestNotes)?.testNote(on: key)
        let reasons = [ofTests, captivity, removal, order, otherKey ?? otherType].compactMap(\.self)
        return reasons.isEmpty ? [isolation ?? emptiness].compactMap(\.self) : reasons
    }

    private var captivity: String? {
        // The creator may have requested it from yet another container.
        guard let keeper = captiveHolder.registration, let container = captiveHolder.container,
            keeper.tableNumber == table.number,
            let info = container.newestRegistration(of: key)
        else { return nil }
        return """
            a child container has \(key.description) (\(info)), but a parent keeps \(keeper.key.description) (\(keeper.lifetime), \
            registered at \(keeper.place)), and creates it only from the parent's services. Register \
            \(keeper.key.description) with the lifetime `perContainer`, so that each container creates its own, or register \
            \(key.description) in the parent.
            """
    }

    /// The same service with another name, with an argument, or as contributions.
    private var otherKey: String? {
        let others = similarRegistrations.map(\.key).filter { $0.role.service == key.role.service }
        if let spelling = key.typedKey?.spelling,
            others.contains(where: { $0.typedKey == nil && $0.name == nil && $0.service == key.service })
        {
            return "it is registered for its type: register it `for: \(spelling)`."
        }
        var ways: [String] = []
        for other in others where other.service == key.service {
            let name = other.name.map { "pass `named: \($0.debugDescription)`" } ?? "resolve it without a name"
            let way = other.typedKey.map { "use the typed key `\($0.spelling)`" } ?? name
            if !ways.contains(way) { ways.append(way) }
        }
        if !ways.isEmpty { return "it is registered under another name: \(ways.joined(separator: ", or "))." }
        return switch others.first?.role.kind {
        case .taking(let type): "its creator takes an argument: pass a \(ServiceKey.fullName(of: type)) as `with:`."
        case .contributions: "it has contributions: resolve them with `resolveAll(_:)`."
        case .some: "it is registered without an argument: leave out `with:`."
        case nil: nil
        }
    }

    /// Another service whose instance can be cast to this one. For an optional, its wrapped service, or one that can be cast to that.
    private var otherType: String? {
        func find<Service>(_ service: Service.Type) -> RegistrationInfo? {
            inventory.last { $0.service is Service.Type || $0.registration.instance is Service }
        }
        let service = (key.service as? any OptionalType.Type)?.wrapped ?? key.service
        guard case .plain = key.role.kind, service != Any.self, let other = _openExistential(service, do: find)
        else { return nil }
        if other.service == service { return "\(other.serviceDescription) is registered: leave out the `?`." }
        let (type, name) = (DependencyError.metatype(of: service), ServiceKey.fullName(of: service))
        return "\(other.serviceDescription) is registered, and its instance is a \(name): register it `for: \(type)`."
    }

    private var removal: String? {
        let removed = table.withParents.compactMap { $0.withShard(of: key) { $0.stacks[key]?.removed } }.first
        var (place, number) = (removed?.place, removed?.number ?? 0)
        var way = """
            by its token, with its MockContainer, or with all registrations. A MockContainer that is not stored, as in \
            `_ = MockContainer(…)`, removes its mock immediately.
            """
        for table in table.withParents {
            guard let removed = table.withState(\.removed), let last = removed.module.last(of: key),
                last.number >= number
            else { continue }
            (place, number) = (last.place, last.number)
            way = "at \(removed.place), with the module \(ServiceKey.fullName(of: removed.module.type))."
        }
        if let end = table.withState(\.end) {
            return end.line > 0
                ? "this container ended when `withChild` returned, at \(end). For longer work, use DependencyContainer(parent:)."
                : "this container ended when its test ended: await the work there."
        }
        guard let place else { return nil }
        if let user = beingReleased, number > user.number {
            return """
                \(user.key.description), registered at \(user.place), resolves it while being released. \(key.description), registered at \
                \(place), was already removed: a container removes its newest registration first. Register \(key.description) \
                before \(user.key.description)\(user.tableNumber == table.number ? ", or install its module first" : " is first resolved there").
                """
        }
        return "it was registered at \(place), but that registration was removed \(way)"
    }

    private var order: String? {
        guard let beingRegistered else { return nil }
        return """
            \(beingRegistered.key.description) is created while it is registered, at \(beingRegistered.place), before \
            \(key.description) is registered. Register \(key.description) first, or use the lifetime `cached`, which creates \
            \(beingRegistered.key.description) when it is first resolved.
            """
    }

    /// Another container has it.
    private var isolation: String? {
        let isOutside = shared !== table && !shared.isProcessWide
        let ofShared = isOutside ? shared.withParents.first { $0.newest(key) != nil } : nil
        guard let other = ofShared ?? (table.isProcessWide ? .newestLive(with: key) : .processWide),
            let info = other.newest(key)
        else { return nil }
        if isOfUnisolatedTest {
            return "this test has no container of its own: isolate it with `.isolatedDependencies`."
        }
        let reason =
            isOutside
            ? "This object was created outside `withChild`: create it there, or use `resolve(…)` in the method."
            : table.isProcessWide
                ? "A detached task, a queue or a thread does not inherit it: use `DependencyContainer.withShared` there."
                : "An isolated test, `withShared` and `withChild` use a container of their own."
        return "\(other.name) has it (\(info)), but was not searched. \(reason)"
    }

    private var emptiness: String? {
        areRegistering
            ? "services are still being registered, but not yet \(key.description). Register it earlier, or resolve it later."
            : inventory.isEmpty ? "the container is empty: has the code that registers services run?" : nil
    }

    /// The distance of the service, and then that of the name. The largest number if they are not similar.
    private func distance(of info: RegistrationInfo) -> UInt64 {
        let distance = distanceOfService(of: info)
        return distance < .max ? distance << 32 + UInt64((info.name ?? "").distance(to: key.name ?? "")) : .max
    }

    private func distanceOfService(of info: RegistrationInfo) -> UInt64 {
        if info.service == key.role.service { return info.key.service == key.service ? 0 : 1 }
        let (wanted, found) = (HintSearch.core(of: key.role.service), HintSearch.core(of: info.service))
        let distance = found.distance(to: wanted)
        let (shorter, longer) = wanted.count < found.count ? (wanted, found) : (found, wanted)
        if distance > 0, shorter.count >= 4, longer.hasPrefix(shorter) || longer.hasSuffix(shorter) { return 3 }
        return distance <= max(1, shorter.count / 4) ? UInt64(2 + distance) : .max
    }

    /// The type's name in lower case, without module, `Optional` and generic arguments.
    private static func core(of service: Any.Type) -> String {
        "\((service as? any OptionalType.Type)?.wrapped ?? service)".prefix { $0 != "<" }.lowercased()
    }
}

extension String {
    /// How many letters differ.
    package func distance(to other: String) -> Int {
        let difference = difference(from: other)
        return max(difference.insertions.count, difference.removals.count)
    }
}
