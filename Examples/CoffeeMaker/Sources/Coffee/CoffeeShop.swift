package import Hopoate

/// Where coffee is ordered: it owns the container, and asks it for no more than the two services that it serves with.
package struct CoffeeShop {
    package let container = DependencyContainer()

    /// Installs a coffee maker, possibly without some of its parts.
    package init(without missing: Set<Part> = []) {
        container.install(CoffeeModule(without: missing))
    }

    /// Makes a cup of coffee.
    ///
    /// - Returns: What the parts have reported so far.
    /// - Throws: A `DependencyError` when a part is missing.
    package func brew() throws -> [String] {
        try container.resolving(CoffeeMaker.self).brew()
        return try container.resolving(CoffeeLogger.self).messages
    }
}
