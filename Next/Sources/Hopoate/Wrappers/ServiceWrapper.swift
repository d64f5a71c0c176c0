/// A property wrapper that looks a service up.
///
/// `validateProperties`, in HopoateTestingHelpers, knows a property by its type alone, and asks the type.
package protocol ServiceWrapper {
    /// The service, and whether the property traps when nothing is registered for it.
    static var lookedUp: (service: Any.Type, isRequired: Bool) { get }
}
