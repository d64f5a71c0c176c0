// Whether the process has loaded the core twice.

import Hopoate

#if canImport(Darwin)
import Darwin
import MachO
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The copies of Hopoate in this process: more than one, when an app and its tests both link it statically.
///
/// Each copy has a shared container of its own, so mocks that the tests register never reach the app.
package enum CopiesOfHopoate {
    /// The problem and its cure, or nil when there is one copy. Found out when first asked for.
    package static let problem = problem(
        // The function that gives `DependencyContainer`'s metadata.
        ofCopiesIn: images(withACopyOf: "$s7Hopoate19DependencyContainerCMa")
    )

    static func problem(ofCopiesIn images: [String]) -> String? {
        guard images.count > 1 else { return nil }
        return """
            Hopoate is loaded \(images.count) times, so mocks do not reach the app: each of these has a copy, with a \
            shared container of its own: \(images.joined(separator: ", ")).
            To fix this, link Hopoate once: remove it from the test target's libraries when the app's target has it \
            (HopoateTestingHelpers finds the app's), or make it a dynamic library that both of them link.
            """
    }

    static let isReported = Protected(false)

    /// Reports the problem, once in a process.
    static func check(_ place: CodePlace, _ problem: String? = problem, isReported: Protected<Bool> = isReported) {
        guard let problem else { return }
        let isFirst = isReported.withLock { isReported in
            defer { isReported = true }
            return !isReported
        }
        if isFirst { report(problem, at: place) }
    }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// The paths of the images that define a symbol, each copy once: an image may also see that of a library of its own.
    static func images(withACopyOf symbol: String) -> [String] {
        var copies: Set<UnsafeMutableRawPointer> = []
        return loadedImages().filter { path in
            // Nothing is loaded: the handle is that of the image which is there already, or nil.
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
    /// The files that are mapped into the process, in which the images are found; the first is the program.
    private static func loadedImages() -> [String] {
        guard let maps = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(maps) }
        var paths: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        while getline(&line, &capacity, maps) > 0, let text = line.map({ String(cString: $0) }) {
            guard let start = text.firstIndex(of: "/") else { continue }
            let path = String(text[start...].dropLast())
            if !paths.contains(path) { paths.append(path) }
        }
        free(line)
        return paths
    }
    #endif
}
