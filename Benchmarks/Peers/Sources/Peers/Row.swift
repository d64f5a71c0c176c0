// The rows of the table, and what each of them has to do.

/// One call of a row. It returns the object that it found, so that the optimiser does not remove it.
///
/// All libraries and the limit are called in the same way, so that the call itself costs the same.
typealias Body = () -> AnyObject?

/// A line of the table.
///
/// The last row leaves services behind in libraries that cannot remove them, so nothing is measured after it.
enum Row: String, CaseIterable {
    case kept = "a kept service"
    case wrapper = "a wrapper, read again"
    case followingWrapper = "a wrapper that sees overrides, read again"
    case transient = "a transient service"
    case chain = "a chain of ten transient services"
    case override = "override a service, look it up, and end the override"
    case twoThreads = "two threads look up two kept services"
    case keptAmongMany = "a kept service, 1,000 registered"

    /// Whether a second thread calls the second body meanwhile.
    var hasTwoThreads: Bool { self == .twoThreads }

    /// Traps unless the bodies do what the row is about, so that no library is measured doing less.
    func check(_ bodies: [Body], of library: String) {
        let isRight =
            switch self {
            case .kept, .keptAmongMany, .wrapper, .followingWrapper: isKept(bodies[0]) && bodies[0]() is Implementation
            case .transient: !isKept(bodies[0]) && bodies[0]() is Implementation
            case .chain: !isKept(bodies[0]) && bodies[0]() is Chain10
            // The second body looks the service up when nothing overrides it.
            case .override:
                isKept(bodies[1]) && bodies[0]() is Mock && isKept(bodies[1]) && bodies[1]() is Implementation
            case .twoThreads: bodies.allSatisfy(isKept) && bodies[0]() !== bodies[1]()
            }
        precondition(isRight, "\(library) does something else for '\(rawValue)'.")
    }
}

private func isKept(_ body: Body) -> Bool {
    let first = body()
    return first != nil && first === body()
}

/// A library, as the rows see it.
struct Library {
    let name: String
    /// Registers what a row needs, and returns its bodies. Nil if the library does not have it.
    let prepare: (Row) -> [Body]?
}
