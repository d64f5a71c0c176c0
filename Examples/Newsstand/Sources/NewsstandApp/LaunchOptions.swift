/// The options that the app was started with.
package struct LaunchOptions: Sendable {
    /// The feed to read. Nil for the app's sample.
    package var feedPath: String?
    /// The file that analytics events are appended to, if any.
    package var analyticsPath: String?
    /// Whether a user interface test is driving the app.
    package var isUITesting = false
    /// Whether to log to standard error.
    package var isVerbose = false

    package init(
        feedPath: String? = nil,
        analyticsPath: String? = nil,
        isUITesting: Bool = false,
        isVerbose: Bool = false
    ) {
        self.feedPath = feedPath
        self.analyticsPath = analyticsPath
        self.isUITesting = isUITesting
        self.isVerbose = isVerbose
    }
}
