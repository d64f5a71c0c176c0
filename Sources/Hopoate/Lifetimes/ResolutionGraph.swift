/// What one outermost resolution shares: its instances of the lifetime `.graph`.
///
/// It holds them until the resolution is over. From then on it only knows those objects that somebody else holds, for
/// the properties of objects that the resolution has made.
final class ResolutionGraph: Sendable {
    /// Sendable because it never changes. What it holds crosses threads only with the objects that share it.
    private struct Entry: @unchecked Sendable {
        /// Tells the instance from others of its registration.
        let stamp: UInt64
        /// The stamp of what it was made from, if by a decorator.
        let source: UInt64
        /// A `KeptInstance`, until the resolution is over.
        var strong: AnyObject?
        /// A `WeakInstance`, if the instance is an object.
        let weak: AnyObject?

        func instance<Service>() -> Service? {
            if let strong { return unsafeDowncast(strong, to: KeptInstance<Service>.self).instance }
            return weak.flatMap { unsafeDowncast($0, to: WeakInstance<Service>.self).instance }
        }
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var isOver = false
    }

    private let state = Protected(State())

    /// The instance of a registration, if there is one that was made from the given source.
    func instance<Service>(of registration: UInt64, source: UInt64) -> Service? {
        // Under the lock, so that an entry is only held on to when its instance is what the caller gets.
        let entry = state.withLock { state in
            state.entries[registration]?.source == source ? state.entries[registration] : nil
        }
        return entry?.instance()
    }

    /// The stamp of the instance of a registration, or 0.
    func stamp(of registration: UInt64) -> UInt64 { state.withLock { $0.entries[registration]?.stamp ?? 0 } }

    /// Keeps an instance, unless another thread was faster.
    ///
    /// - Returns: The instance to use.
    func keep<Service>(_ instance: Service, of registration: UInt64, source: UInt64) -> Service {
        let stamp = Numbers.next()
        let weak = WeakInstance.of(instance)
        let strong = KeptInstance(instance)
        var before: Entry?
        var isUnchanged: Bool
        repeat {
            before = state.withLock { $0.entries[registration] }
            if let before, before.source == source, let faster: Service = before.instance() { return faster }
            isUnchanged = state.withLock { state in
                guard state.entries[registration]?.stamp == before?.stamp else { return false }
                state.entries[registration] = Entry(
                    stamp: stamp,
                    source: source,
                    strong: state.isOver ? nil : strong,
                    weak: weak
                )
                return true
            }
        } while !isUnchanged
        // What was there before is released after unlocking.
        return withExtendedLifetime(before) { instance }
    }

    /// Lets go of the instances, as the resolution is over.
    func end() {
        let entries = state.withLock { state in
            defer {
                state.isOver = true
                for number in state.entries.keys { state.entries[number]?.strong = nil }
            }
            return state.entries
        }
        withExtendedLifetime(entries) {}
    }
}
