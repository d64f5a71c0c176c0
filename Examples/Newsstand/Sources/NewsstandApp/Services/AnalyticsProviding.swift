import Foundation

/// Collects what the user does.
protocol AnalyticsProviding: Sendable {
    func track(_ event: AnalyticsEvent)
    /// Hands over what was tracked since the last time.
    func flush() throws
}

/// Something the user did.
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
