import Hopoate
import Testing

@Suite struct OptionalDependencyTests {
    let container = DependencyContainer()

    struct Reader {
        @OptionalDependency var logger: (any Logging)?
        @OptionalDependency(named: "backup") var backup: (any Logging)?
    }

    @Test func `the property is nil exactly if nothing is registered`() {
        let reader = DependencyContainer.withShared(container) { Reader() }
        #expect(reader.logger == nil)
        let token = container.register(Logger("main"), for: (any Logging).self)
        #expect(reader.logger?.label == "main")
        #expect(reader.backup == nil)
        container.register(Logger("spare"), for: (any Logging).self, named: "backup")
        #expect(reader.backup?.label == "spare")
        container.remove(token)
        #expect(reader.logger == nil)
    }
}
