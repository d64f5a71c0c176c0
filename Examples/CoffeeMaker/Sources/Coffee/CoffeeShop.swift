package import Hopoate

/// Serves coffee. It owns the container, and resolves only the two services that it serves with.
package struct CoffeeShop {
    package let container = DependencyContainer()

    /// Installs a coffee maker, possibly without some of its parts.
    package init(without missing: Set<Part> = []) {
        container.install(CoffeeModule(without: missing))
    }

    /// Makes a cup of coffee.
    ///
    /// - Returns: The reports of the parts until now.
    /// - Throws: A `DependencyError` if a part is missing.
    package func brew() throws -> [String] {
        try container.resolving(CoffeeMaker.self).brew()
        return try container.resolving(CoffeeLogger.self).messages
    }
}
