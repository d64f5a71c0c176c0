import Foundation
import Hopoate
import Testing

/// Depths and numbers that are the user's take no stack: the threads here have 512 KiB.
@Suite struct DeepStructuresTests {
    #if DEBUG
    private static let count = isSanitized ? 3_000 : 10_000
    #else
    private static let count = 30_000
    #endif

    @Test func `a scope with many services can end`() async {
        let (scope, ends) = (DependencyScope(), Counter())
        let container = onSmallStack { () -> DependencyContainer in
            let container = DependencyContainer()
            for number in 0..<Self.count {
                container.register(Int.self, named: "\(number)", lifetime: .scoped(scope)) { number }
                    .onRemove { _ in ends.increment() }
                _ = container.resolve(Int.self, named: "\(number)")
            }
            scope.reset()
            for number in 0..<Self.count { _ = container.resolve(Int.self, named: "\(number)") }
            return container
        }
        #expect(container != nil)
        #expect(ends.count == Self.count)
        await scope.asyncReset()
        #expect(ends.count == 2 * Self.count)
    }

    @Test func `a stack with many registrations and decorators can end`() async {
        let container = DependencyContainer()
        let isLast = onSmallStack {
            for number in 0..<Self.count { container.register(number, for: Int.self) }
            for _ in 0..<Self.count / 10 { container.decorate(Int.self) { $0 + 1 } }
            let sum = Self.count - 1 + Self.count / 10
            return container.resolve(Int.self) == sum && container.resolve(Int.self) == sum
        }
        #expect(isLast == true)
        #expect(onSmallStack { container.removeAll() } != nil)
        #expect(!container.canResolve(Int.self))
    }

    @Test func `a child of many parents finds what its outermost parent has`() {
        let found = onSmallStack { () -> [Int?] in
            let app = DependencyContainer()
            var containers = [app]
            for _ in 0..<2_000 { containers.append(DependencyContainer(parent: containers.last!)) }
            let innermost = containers.last!
            app.register(1, for: Int.self)
            let property = OptionalDependency<Int>(container: innermost)
            let fork = innermost.fork()
            let missing = "\(String(describing: try? innermost.resolving(String.self)))"
            let answers = [
                innermost.resolve(Int.self), property(), fork.resolve(Int.self),
                innermost.canResolve(Int.self) ? 1 : nil, missing == "nil" ? 1 : nil,
            ]
            // Released one after the other, the innermost first.
            while containers.popLast() != nil {}
            return answers
        }
        #expect(found == [1, 1, 1, 1, 1])
    }

    @Test func `a cycle over many tasks that wait for one another is found`() async {
        let (container, count, waiting) = (DependencyContainer(), isSanitized ? 200 : 2_000, Counter())
        let (allWait, failures) = (Meeting(count), Shared<[String]>([]))
        for number in 0..<count {
            container.register(Int.self, named: "\(number)") { () async throws -> Int in
                await allWait.wait()
                let next = "\((number + 1) % count)"
                let failure = await failure { try await DependencyContainer.shared.asyncResolve(Int.self, named: next) }
                if let failure { failures.change { $0.append(failure) } }
                return waiting.increment()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { _ = try? await container.asyncResolve(Int.self, named: "\(number)") }
            }
        }
        #expect(waiting.count == count)
        #expect(failures.value.count == 1)
        #expect(failures.value.first?.hasPrefix("cycle: ") == true)
    }

    @Test func `a chain of many asynchronous creators is created`() async throws {
        let (container, count) = (DependencyContainer(), isSanitized ? 200 : 2_000)
        container.register(Int.self, named: "0") { () async in 0 }
        for number in 1..<count {
            container.register(Int.self, named: "\(number)") { () async throws -> Int in
                try await DependencyContainer.shared.asyncResolve(Int.self, named: "\(number - 1)") + 1
            }
        }
        #expect(try await container.asyncResolve(Int.self, named: "\(count - 1)") == count - 1)
    }
}
