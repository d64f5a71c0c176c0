import Testing

/// The output of a process before a trap ended it.
func trapMessage(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
}
