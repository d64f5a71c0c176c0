/// An instance on the heap, without its type in the type of the reference: whoever holds one knows the service.
final class KeptInstance<Service> {
    let instance: Service

    init(_ instance: Service) {
        self.instance = instance
    }
}

/// An object that others keep alive.
class AnyWeakInstance {
    fileprivate final weak var object: AnyObject?

    fileprivate init(_ object: AnyObject) { self.object = object }

    /// The object, if it is alive. The caller may then be the last to hold it, and must not let go of it under a lock.
    final var strongReference: AnyObject? { object }
}

/// An object that others keep alive, as the service that it was created as.
///
/// The service's bytes are kept beside the weak reference, and not owned. Casting the object back to an existential
/// service instead would cost as much as several resolutions.
final class WeakInstance<Service>: AnyWeakInstance {
    private let bytes: UnsafeMutableRawPointer

    /// Nil for an instance that is not an object.
    static func of(_ instance: Service) -> WeakInstance? {
        type(of: instance as Any) is AnyObject.Type ? WeakInstance(instance) : nil
    }

    private init(_ instance: Service) {
        bytes = .allocate(byteCount: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
        super.init(instance as AnyObject)
        withUnsafeBytes(of: instance) { bytes.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
    }

    deinit { bytes.deallocate() }

    /// Nil when the object is gone.
    var instance: Service? {
        guard let object else { return nil }
        return withExtendedLifetime(object) { bytes.load(as: Service.self) }
    }
}
