import Hopoate

#if canImport(Darwin)
import Darwin
import MachO
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds several copies of Hopoate in one process, as when an app and its tests both link it statically.
///
/// Each copy has its own shared container, so mocks that the tests register never reach the app.
package enum CopiesOfHopoate {
    /// The problem and its cure, or nil if there is one copy.
    package static let problem = problem(
        // The metadata accessor of `DependencyContainer`.
        ofCopiesIn: images(withACopyOf: "$s7Hopoate19DependencyContainerCMa")
    )

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

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// The paths of the images that define a symbol. `dlsym` also finds the symbol in an image's libraries, so each address counts
    /// once.
    static func images(withACopyOf symbol: String) -> [String] {
        var copies: Set<UnsafeMutableRawPointer> = []
        return loadedImages().filter { path in
            // Loads nothing: returns nil if the image is not loaded.
            guard let image = dlopen(path, RTLD_LAZY | RTLD_NOLOAD) else { return false }
            defer { dlclose(image) }
            guard let copy = dlsym(image, symbol) else { return false }
            return copies.insert(copy).inserted
        }
    }
    #else
    static func images(withACopyOf symbol: String) -> [String] { [] }
    #endif

    #if canImport(Darwin)
    private static func loadedImages() -> [String] {
        (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } }
    }
    #elseif canImport(Glibc) || canImport(Musl)
    /// The files that are mapped into the process, which include all images. The first is the program.
    private static func loadedImages() -> [String] {
        guard let maps = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(maps) }
        var paths: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        while getline(&line, &capacity, maps) > 0, let text = line.map({ String(cString: $0) }) {
            if let start = text.firstIndex(of: "/") { paths.append(String(text[start...].dropLast())) }
        }
        free(line)
        return paths
    }
    #endif
}
