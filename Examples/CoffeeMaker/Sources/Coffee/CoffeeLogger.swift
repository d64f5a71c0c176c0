/// Collects what the parts of the coffee maker report.
package final class CoffeeLogger {
    /// What has been reported, in this order.
    package private(set) var messages: [String] = []

    init() {}

    func log(_ message: String) { messages.append(message) }
}
