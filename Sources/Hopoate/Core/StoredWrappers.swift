/// A property wrapper, or something like it, that may hold the container which it looks its service up in.
protocol HoldsContainer {
    /// Stops holding the container of a table, which from now on keeps the object that this is stored in.
    func letGoOfContainer(of table: StackTable)
}

extension AnyKept {
    /// Lets the wrappers that the instance stores, or is, stop holding a container that keeps the instance.
    ///
    /// Only the wrappers are read: other properties may be changing on other threads.
    final func letGoOfContainer(of table: StackTable) {
        let instance = instance
        let wrappers = StoredWrappers.of(type(of: instance))
        if wrappers.isEmpty { return }
        // The service may be an existential within the `Any`. The cast opens it.
        func open<Value>(_ type: Value.Type) {
            guard let value = instance as? Value else { return }
            func letGo(_ instance: UnsafeRawPointer) {
                for wrapper in wrappers {
                    wrapper.type.wrapper(at: instance + wrapper.offset).letGoOfContainer(of: table)
                }
            }
            if type is AnyObject.Type, !(type is any HoldsContainer.Type) {
                let object = value as AnyObject
                if wrappers[0].isInActor, isElsewhere(object) { return }
                withExtendedLifetime(object) { letGo(Unmanaged.passUnretained(object).toOpaque()) }
            } else {
                withUnsafePointer(to: value) { letGo($0) }
            }
        }
        _openExistential(type(of: instance), do: open)
    }
}

/// A place at which instances of a type store a wrapper, within values maybe, or a reference to one.
///
/// The invariant of the pointers: the runtime, which is asked for the offset of a field and for its type, tells the truth
/// for instances of the very type. `RetainCycleTests` under AddressSanitizer would see that lost.
private struct StoredWrappers {
    let offset: Int
    let type: any HoldsContainer.Type
    /// Whether it is stored in an actor with the default executor.
    var isInActor = false

    private static let known = Protected<[ObjectIdentifier: [StoredWrappers]]>([:])

    /// Found out once for each type.
    static func of(_ type: Any.Type) -> [StoredWrappers] {
        let identity = ObjectIdentifier(type)
        if let wrappers = known.withLock({ $0[identity] }) { return wrappers }
        var wrappers: [StoredWrappers] = []
        if let holder = type as? any HoldsContainer.Type {
            wrappers = [StoredWrappers(offset: 0, type: holder)]
        } else if #available(iOS 13.4, macOS 10.15.4, tvOS 13.4, watchOS 6.2, *) {
            var isActor = false
            for index in 0..<fieldCount(type) {
                var name = FieldName()
                let field = fieldType(type, index, &name)
                // `$defaultActor`
                if index == 0, let text = name.text { isActor = String(cString: text) == "$defaultActor" }
                name.free?(name.text)
                // Another object's wrappers are its own. Those in an enum or an existential have no fixed place.
                let isPlain = metadataKind(field) == 0x200 || metadataKind(field) == 0x301
                if !isPlain, !(field is any HoldsContainer.Type) { continue }
                let offset = fieldOffset(type, index)
                wrappers += of(field).map {
                    StoredWrappers(offset: offset + $0.offset, type: $0.type, isInActor: isActor)
                }
            }
        }
        known.withLock { $0[identity] = wrappers }
        return wrappers
    }
}

extension HoldsContainer {
    fileprivate static func wrapper(at address: UnsafeRawPointer) -> Self {
        address.assumingMemoryBound(to: Self.self).pointee
    }
}

// The functions behind `Mirror`, which read types and no instances. They came with Swift 5.2: older systems find no
// wrappers in an object, so it keeps its container, and have to get by without the symbols.

private struct FieldName {
    var text: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

/// Whether an actor is a reference to a distributed one in another process, which has no properties here.
private func isElsewhere(_ actor: AnyObject) -> Bool {
    if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) { isRemote(actor) } else { false }
}

/// 0x200 for a struct, 0x301 for a tuple.
@_weakLinked
@available(iOS 13.4, macOS 10.15.4, tvOS 13.4, watchOS 6.2, *)
@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt

@_weakLinked
@available(iOS 13.4, macOS 10.15.4, tvOS 13.4, watchOS 6.2, *)
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_weakLinked
@available(iOS 13.4, macOS 10.15.4, tvOS 13.4, watchOS 6.2, *)
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(_ type: Any.Type, _ index: Int, _ name: UnsafeMutablePointer<FieldName>) -> Any.Type

@_weakLinked
@available(iOS 13.4, macOS 10.15.4, tvOS 13.4, watchOS 6.2, *)
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, _ index: Int) -> Int

@_weakLinked
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
@_silgen_name("swift_distributed_actor_is_remote")
private func isRemote(_ actor: AnyObject) -> Bool
