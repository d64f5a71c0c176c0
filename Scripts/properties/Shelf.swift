// A module in a dynamic library.
import Hopoate

/// A service.
public protocol Shelving: Sendable {}

private final class Shelf: Sendable {
    let shelving = Dependency<any Shelving>()
}

private struct Board {
    @Dependency var shelving: any Shelving
}

/// Uses the types, so that the compiler keeps them.
public func shelves() -> [Any.Type] { [Shelf.self, Board.self] }
