import Hopoate

/// What the creators of a check did, as the observers of its containers saw it. Registrations are given by their origins.
struct CheckRecord {
    /// A look-up by a creator.
    struct Lookup {
        let key: ServiceKey
        let place: CodePlace
        /// The registration that answered.
        var to: UInt64
    }

    private(set) var lookups: [RanCreator: [Lookup]] = [:]
    /// The first look-ups of creators in the checked container itself, which they have captured.
    private(set) var captured: [UInt64: Lookup] = [:]
    /// The properties and handles that creators have made.
    private(set) var properties: [RanCreator: [CreatedProperty]] = [:]
    /// The creators that have returned.
    private(set) var ran: Set<RanCreator> = []
    /// The registrations that look-ups have found.
    private(set) var found: Set<UInt64> = []
    private var running: [CreationID: RanCreator] = [:]

    /// Adds an event of the check's fork.
    mutating func add(_ event: ResolutionEvent) {
        let origin = event.registration.origin
        if event.kind != .registered { found.insert(origin) }
        _ = addLookup(event, by: event.enclosing { creation, _ in running[creation] != nil })
        guard let creation = event.creation else { return }
        if event.kind == .creationBegan {
            running[creation] = RanCreator(origin: origin, owner: event.currentOwner ?? 0)
        } else if let creator = running.removeValue(forKey: creation), event.kind == .creationEnded {
            ran.insert(creator)
        }
    }

    /// Adds an event of the checked container, if a creator of the check resolves there.
    mutating func addCaptured(_ event: ResolutionEvent) {
        guard let creator = addLookup(event, by: event.enclosing { _, _ in true }) else { return }
        captured[creator.origin] = captured[creator.origin] ?? lookups[creator]?.last
    }

    /// Adds a look-up of a running creator, which is returned.
    private mutating func addLookup(_ event: ResolutionEvent, by creation: CreationID?) -> RanCreator? {
        guard event.kind == .hit || event.kind == .creationBegan, let creator = creation.flatMap({ running[$0] })
        else { return nil }
        let (key, origin) = (event.registration.key, event.registration.origin)
        // What a property or a `Lazy` resolves in an `init`, the creator does not hold.
        let isOfProperty = properties[creator]?.contains { property in
            let dependency = property.dependency
            return dependency.time != .atEachUse && property.place.line == event.line
                && [dependency.key, dependency.alternative].contains(key)
        }
        if isOfProperty == true { return creator }
        var all = lookups.removeValue(forKey: creator) ?? []
        // The look-up has found what is decorated before, and gets the decorator's answer.
        if event.registration.isDecorator, let last = all.lastIndex(where: { $0.key == key }) {
            all[last].to = origin
        } else {
            all.append(Lookup(key: key, place: event.place, to: origin))
        }
        lookups[creator] = all
        return creator
    }

    mutating func add(_ property: CreatedProperty) {
        if let creator = running[property.creation] { properties[creator, default: []].append(property) }
    }
}
