/// Collects the reports of the coffee maker's parts.
package final class CoffeeLogger {
    /// The reports, in order.
    package private(set) var messages: [String] = []

    init() {}

    func log(_ message: String) { messages.append(message) }
}
