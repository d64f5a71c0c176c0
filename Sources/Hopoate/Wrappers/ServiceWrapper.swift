/// A property wrapper that looks a service up.
///
/// `validateProperties`, in HopoateTestingHelpers, only knows a property's type. The type then names the service.
package protocol ServiceWrapper {
    /// The service, and whether the property traps if nothing is registered for it.
    static var lookedUp: (service: Any.Type, isRequired: Bool) { get }
}
