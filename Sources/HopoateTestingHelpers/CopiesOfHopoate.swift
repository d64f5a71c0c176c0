import Hopoate

/// Finds several copies of Hopoate in one process, as when an app and its tests both link it statically.
///
/// Each copy has its own shared container, so mocks that the tests register never reach the app.
package enum CopiesOfHopoate {
    /// The problem and its cure, or nil if there is one copy.
    package static let problem = problem(ofCopiesIn: TypeRecords.ofLoadedImages.filter(\.areOfHopoate).map(\.path))

    static func problem(ofCopiesIn images: [String]) -> String? {
        guard images.count > 1 else { return nil }
        return """
            Hopoate is loaded \(images.count) times, so mocks do not reach the app: each of these files has a copy \
            with its own shared container: \(images.joined(separator: ", ")).
            To fix this, link Hopoate once: remove it from the test target's libraries if the app's target links it \
            (HopoateTestingHelpers uses the app's copy), or make it a dynamic library that both targets link.
            """
    }

    private static let unreported = Protected(problem)

    /// Reports the problem, once per process.
    static func check(_ place: CodePlace, _ unreported: Protected<String?> = unreported) {
        if let problem = unreported.withLock({ $0.take() }) { report(problem, at: place) }
    }
}
