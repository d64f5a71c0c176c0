// A module that the app links statically.
import Hopoate

/// A service.
public protocol Printing {}

/// A service of several types.
public protocol Repository<Item> {
    /// What it stores.
    associatedtype Item
}

/// A generic type.
public struct Box<Content> {
    /// Makes an empty box.
    public init() {}
}

/// A class to inherit from.
open class Screen {
    @Dependency private var printer: any Printing

    /// Makes a screen.
    public init() {}
}
