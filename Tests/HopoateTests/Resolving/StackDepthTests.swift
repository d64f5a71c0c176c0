import Hopoate
import Testing

/// How much stack nested creators take.
@Suite(.disabled(if: isSanitized)) struct StackDepthTests {
    private static let names = (0...200).map { "\($0)" }

    // MARK: - On a small stack

    /// In a process of its own, as a stack overflow would end it.
    @Test func `a chain or cycle of 62 services fits on a small stack`() async {
        await #expect(processExitsWith: .success) {
            for lifetime in [Lifetime.cached, .transient, .graph] {
                for isCycle in [false, true] {
                    let container = DependencyContainer()
                    for level in 0..<62 {
                        container.register(Int.self, named: StackDepthTests.names[level], lifetime: lifetime) {
                            if level == 61, !isCycle { return 0 }
                            let next = StackDepthTests.names[(level + 1) % 62]
                            return try DependencyContainer.shared.resolving(Int.self, named: next) + 1
                        }
                    }
                    let ending = onSmallStack { failure { try container.resolving(Int.self, named: "0") } }
                    try #require((try #require(ending)?.hasPrefix("cycle: 0 → 1 → ") == true) == isCycle)
                }
            }
        }
    }

    // MARK: - What one level takes

    #if DEBUG
    private static let limit = 5120
    #else
    private static let limit = 1536
    #endif

    /// The code that calls itself on each level.
    private enum Way: CaseIterable {
        case creator, property, optionalProperty, argument, decorator, decoratedCreator

        /// Registers 24 levels that record the end of the stack. Returns the outermost request.
        func register(
            in container: DependencyContainer,
            _ lifetime: Lifetime,
            _ note: @escaping @Sendable () -> Void
        ) -> @Sendable () -> Void {
            switch self {
            case .argument:
                container.register(Int.self, taking: Int.self, lifetime: lifetime) { level in
                    note()
                    return level == 23 ? 0 : DependencyContainer.shared.resolve(Int.self, with: level + 1)
                }
                return { _ = container.resolve(Int.self, with: 0) }
            case .decorator:
                container.register(Int.self, named: "0", lifetime: lifetime) { 0 }
                for _ in 0..<24 { decorate("0", in: container, note) }
            default:
                for level in 0..<24 {
                    let name = StackDepthTests.names[level]
                    let creator = creator(level, note)
                    container.register(Int.self, named: name, lifetime: lifetime, creator: creator)
                    if self == .decoratedCreator { decorate(name, in: container, note) }
                }
            }
            return { _ = container.resolve(Int.self, named: "0") }
        }

        private func decorate(_ name: String, in container: DependencyContainer, _ note: @escaping @Sendable () -> Void)
        {
            container.decorate(Int.self, named: name) { number in
                note()
                return number + 1
            }
        }

        private func creator(_ level: Int, _ note: @escaping @Sendable () -> Void) -> @Sendable () -> Int {
            let name = StackDepthTests.names[level + 1]
            switch self {
            case .property:
                return {
                    note()
                    return level == 23 ? 0 : Dependency<Int>(named: name).wrappedValue
                }
            case .optionalProperty:
                return {
                    note()
                    return level == 23 ? 0 : OptionalDependency<Int>(named: name).wrappedValue ?? 0
                }
            default:
                return {
                    note()
                    return level == 23 ? 0 : Hopoate.resolve(Int.self, named: name)
                }
            }
        }
    }

    /// Omits the first levels, whose callers may be of another kind.
    @Test(arguments: [Lifetime.cached, .transient, .graph], Way.allCases)
    private func `a level takes little of the stack`(_ lifetime: Lifetime, _ way: Way) throws {
        let noted = Shared<[Int]>([])
        let request = way.register(in: DependencyContainer(), lifetime) { noted.change { $0.append(stackAddress()) } }
        #expect(onStack(ofBytes: 64 << 20, request) != nil)
        // The innermost level comes first.
        let addresses = noted.value.sorted(by: >).dropFirst(2)
        #expect(addresses.count == (way == .decoratedCreator ? 46 : 22))
        let (first, last) = (try #require(addresses.first), try #require(addresses.last))
        let bytes = (first - last) / (addresses.count - 1)
        #expect(bytes <= StackDepthTests.limit, "\(bytes) bytes a level")
    }
}
