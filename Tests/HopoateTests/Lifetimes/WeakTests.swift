import Hopoate
import Testing

@Suite struct WeakTests {
    let container = DependencyContainer()

    /// A `deinit` that resolves would deadlock on the lock.
    @Test func `canResolve never releases an instance under a lock`() {
        let container = container
        container.register("there", for: String.self)
        container.register(Logger.self, lifetime: .weak) { [unowned container] in
            Logger { _ = container.resolve(String.self) }
        }
        atOnce(2) { thread in
            for _ in 0..<(isSanitized ? 5_000 : 50_000) {
                if thread == 0 { _ = container.resolve(Logger.self) } else { _ = container.canResolve(Logger.self) }
            }
        }
    }

    private final class Text: CustomStringConvertible { var description: String { "text" } }

    @Test func `a value that decorates an object is created each time`() {
        container.register((any CustomStringConvertible).self, lifetime: .weak) { Text() }
        container.decorate((any CustomStringConvertible).self) { "<\($0)>" }
        for _ in 0..<2 {
            #expect(container.resolve((any CustomStringConvertible).self).description == "<text>")
        }
    }
}
