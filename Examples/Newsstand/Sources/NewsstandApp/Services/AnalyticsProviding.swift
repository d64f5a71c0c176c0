import Foundation

/// Collects the user's actions.
protocol AnalyticsProviding: Sendable {
    func track(_ event: AnalyticsEvent)
    /// Writes the events that were tracked since the last call.
    func flush() throws
}

/// An action of the user.
struct AnalyticsEvent: Encodable, Sendable, Equatable {
    let name: String
    let time: Date
    var parameters: [String: String] = [:]
}

/// Collects nothing.
struct SilentAnalytics: AnalyticsProviding {
    func track(_ event: AnalyticsEvent) {}
    func flush() {}
}
