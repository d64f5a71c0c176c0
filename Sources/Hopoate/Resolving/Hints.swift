/// The hints about a missing service: likely misspellings of it, and other reasons why it is not found.
///
/// They are found when an error is read, as many a missing service is caught and forgotten. Until then the container
/// that was asked is kept.
struct Hints: Sendable {
    private let key: ServiceKey
    /// The outermost one that was asked.
    private let table: StackTable
    /// Nil when it is gone.
    private let container: DependencyContainer?

    /// The registration whose service the asked container keeps, and the container that has asked for that.
    private let keeper: AnyServiceRegistration?
    private let askerOfKeeper: DependencyContainer?
    /// The service that is being registered, while its creator runs.
    private let beingRegistered: AnyServiceRegistration?
    /// Whether a module or `AutoRegistering` is registering services.
    private let areRegistering: Bool

    init(for lookup: Lookup) {
        let thread = ThreadState.current
        key = lookup.key
        table = lookup.asker
        container = table.container
        let captor = lookup.creator { $0.asker !== $0.maker }
        keeper = captor?.registration
        askerOfKeeper = captor?.asker.container
        beingRegistered = lookup.creator { $0.registration?.number == 0 && $0.asker === lookup.asker }?.registration
        areRegistering =
            thread.state.modules.contains { $0.tableNumber == lookup.asker.number }
            || thread.isRegisteringAutomatically(in: lookup.owner)
    }

    /// Look-alikes and notes, each in a line.
    var evidence: [String] { lookAlikes.map { "looks like it: \($0)" } + notes.map { "note: \($0)" } }

    /// The most alike first, and the newest first among equals: five at most.
    var lookAlikes: [RegistrationInfo] {
        var nearest: [(distance: Int, info: RegistrationInfo)] = []
        for info in table.inventoryWithParents().reversed() {
            guard let distance = distance(of: info) else { continue }
            let index = nearest.firstIndex { $0.distance > distance } ?? nearest.count
            nearest.insert((distance, info), at: index)
            if nearest.count > 5 { nearest.removeLast() }
        }
        return nearest.map(\.info)
    }

    /// Likely reasons why nothing is registered.
    private var notes: [String] {
        if container == nil, !table.isProcessWide {
            return ["the container that was asked is gone, and only this object, which it had kept, is still there."]
        }
        let ofTests = container.flatMap { DependencyError.noteOfTests.withLock(\.self)?(key, $0) }
        let reasons = [ofTests, captivity, removal, order, otherKey ?? otherType].compactMap(\.self)
        return reasons.isEmpty ? [isolation ?? emptiness].compactMap(\.self) : reasons
    }

    private var captivity: String? {
        // The keeper's creator may have asked yet another container.
        guard let keeper, let askerOfKeeper, keeper.tableNumber == table.number,
            let info = newest(in: askerOfKeeper.table)
        else { return nil }
        return """
            the container that was asked for \(keeper.key.description) has it (\(info)), but \(keeper.key.description) (\(keeper.lifetime), \
            registered at \(keeper.place)) is kept by a parent, and made from the parent's services alone. Register \
            \(keeper.key.description) with the lifetime `perContainer`, so that each container makes its own, or register \(key.description) in \
            the parent.
            """
    }

    /// The same service with another name, with an argument, or as contributions.
    private var otherKey: String? {
        let service = key.role.service
        guard let other = table.inventoryWithParents().last(where: { $0.service == service })?.key, other != key else {
            return nil
        }
        return switch (key.role.kind, other.role.kind) {
        case (_, .taking(let type)): "it is made from an argument: pass a \(ServiceKey.fullName(of: type)), `with:`."
        case (_, .contributions): "it has contributions, which `resolveAll(_:)` finds."
        case (.taking, _): "it is registered without an argument: leave `with:` out."
        default:
            "it is registered \(other.name.map { "by the name \"\($0)\"" } ?? "without a name"): ask for it like that."
        }
    }

    /// Another service whose instance is this one by a cast.
    private var otherType: String? {
        func find<Service>(_ service: Service.Type) -> RegistrationInfo? {
            table.inventoryWithParents().last { info in
                let kept = info.registration.shard.withLock { _ in info.registration.slot.kept }
                return info.service is Service.Type || kept?.strong?.instance is Service
            }
        }
        guard case .plain = key.role.kind, key.service != Any.self, let other = _openExistential(key.service, do: find)
        else { return nil }
        let (metatype, name) = (DependencyError.metatype(of: key.service), key.description)
        return
            "\(other.serviceDescription) is registered, and its instance is a \(name): register it `for: \(metatype)`."
    }

    private var removal: String? {
        guard
            let place = table.withParents.lazy.compactMap({ $0.withShard(of: key) { $0.stacks[key]?.placeOfRemoved } })
                .first
        else { return nil }
        return """
            it was registered at \(place), and that registration was removed: by its token, with its MockContainer, or when \
            the container was reset. A MockContainer that nobody stores, as in `_ = MockContainer(…)`, is removed at once.
            """
    }

    private var order: String? {
        guard let beingRegistered else { return nil }
        return """
            \(beingRegistered.key.description) is created while it is registered, at \(beingRegistered.place), and nothing is registered \
            for \(key.description) so far. Register that before, or \(beingRegistered.key.description) with the lifetime `cached`, which creates it \
            when it is first resolved.
            """
    }

    private var isolation: String? {
        guard !table.isProcessWide, let elsewhere = newest(in: .processWide) else { return nil }
        return """
            the process-wide container has it (\(elsewhere)), but another container was asked, as in an isolated test or \
            inside withShared.
            """
    }

    /// The newest registration of the key.
    private func newest(in table: StackTable) -> RegistrationInfo? {
        table.inventoryWithParents().last { $0.key == key }
    }

    private var emptiness: String? {
        if areRegistering {
            return
                "services are being registered: so far nothing is, for \(key.description). Register it before, or ask for it later."
        }
        guard table.inventoryWithParents().isEmpty else { return nil }
        return "the container that was asked is empty: has the code that registers services run?"
    }

    /// Nil when they are not alike.
    private func distance(of info: RegistrationInfo) -> Int? {
        if info.key == key { return nil }
        let service = key.role.service
        if info.service == service { return 0 }
        let wanted = Hints.core(of: service)
        let found = Hints.core(of: info.service)
        if wanted == found { return 1 }
        let (shorter, longer) = wanted.count < found.count ? (wanted, found) : (found, wanted)
        if shorter.count >= 4, longer.hasPrefix(shorter) || longer.hasSuffix(shorter) { return 2 }
        let difference = found.difference(from: wanted)
        // A letter that is replaced is inserted and removed.
        let edits = max(difference.insertions.count, difference.removals.count)
        return edits <= max(1, shorter.count / 4) ? 2 + edits : nil
    }

    /// The type's name without module, `Optional`, generic arguments and the case of its letters.
    private static func core(of service: Any.Type) -> String {
        let name = String(describing: service)
        let isOptional = name.hasPrefix("Optional<") && name.hasSuffix(">")
        return (isOptional ? name.dropFirst("Optional<".count).dropLast() : name[...]).prefix { $0 != "<" }.lowercased()
    }
}

extension DependencyError {
    /// Finds a reason why a container lacks a service: HopoateTestingHelpers knows the tests that run.
    package static let noteOfTests = Protected<(@Sendable (ServiceKey, DependencyContainer) -> String?)?>(nil)
}
