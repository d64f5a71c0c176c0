// The snippets of the article *Proving the wiring*, and what its table says of each check.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

enum ProvingTheWiring {
    protocol Brewing {}
    protocol Grinding {}
    protocol Milling {}
    struct Mill: Milling {}

    /// Takes its services as parameters.
    struct Brewery: Brewing { init(grinder: any Grinding) {} }

    @Suite struct ProvingTheWiringTests {
        private let container = DependencyContainer()

        private func registerServices() { DependencyContainer.shared.register(Mill(), for: (any Milling).self) }

        private func problems() async -> [String] {
            do {
                try await container.validate(runningCreators: true)
                return []
            } catch {
                let problems = (error as? DependencyValidationError)?.problems ?? []
                return problems.map { "\($0.kind): \($0.path.joined(separator: " → "))" }
            }
        }

        @Test(.isolatedDependencies) func `an app is checked in three ways`() async throws {
            registerServices()
            let container = DependencyContainer.shared
            try container.validate()
            try await container.validate(runningCreators: true)

            #expect(throws: DependencyValidationError.self) {
                try container.validateProperties(modules: ["HopoateTestingHelpersTests"])
            }
        }

        @Test func `only creating sees what a creator resolves`() async throws {
            container.register((any Brewing).self) {
                _ = try resolving((any Milling).self)
                return Brewery(grinder: try resolving((any Grinding).self))
            }
            try container.validate()
            #expect(await problems() == ["missing: Brewing → Milling"])
        }

        @Test func `a graph can be printed`() async {
            let graph = await container.graph(runningCreators: true)
            print(graph)
            print("```mermaid\n\(graph.mermaid)\n```")
            #expect(graph.nodes.isEmpty)
        }
    }
}
