import Hopoate
import Testing

@Suite struct ResolvingTests {
    let container = DependencyContainer()

    private struct Screen { @Dependency var label: String }

    /// Objects look up services in the container of their creator, whatever is shared at the first look-up.
    @Test(arguments: [Lifetime.eager, .cached, .transient])
    func `a creator runs with its own container as the shared one`(_ lifetime: Lifetime) {
        let other = DependencyContainer()
        other.register("other", for: String.self)
        container.register("own", for: String.self)
        DependencyContainer.withShared(other) {
            container.register(Screen.self, lifetime: lifetime) {
                #expect(DependencyContainer.shared === container)
                #expect(resolve(String.self) == "own")
                return Screen()
            }
            #expect(container.resolve(Screen.self).label == "own")
            #expect(DependencyContainer.shared === other)
        }
    }
}
