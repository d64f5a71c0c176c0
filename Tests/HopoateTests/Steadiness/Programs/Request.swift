import Hopoate

/// A key, and the value of its argument if it takes one.
struct Request: Hashable, Sendable, CustomStringConvertible {
    let key: TestedKey
    var argument: Int?

    /// Whether the argument is unequal to itself.
    var isIncomparable: Bool { key == .partTakingAnything && argument == 2 }

    static let all: [Request] = TestedKey.allCases.flatMap { key in
        key.takesArgument ? (0..<3).map { Request(key: key, argument: $0) } : [Request(key: key)]
    }

    var description: String { "\(key)" + (argument.map { " with \($0)" } ?? "") }

    /// Resolves as a creator does.
    func lookUpInSharedContainer() throws -> [Part] { try key.door.resolving(argument, in: .shared) }

    /// Resolves as an asynchronous creator does.
    func awaitInSharedContainer() async throws -> [Part] {
        guard let door = key.plainDoor else { return try lookUpInSharedContainer() }
        return [try await door.asyncResolving(in: .shared)]
    }
}

/// An argument that is equal to others of the same number, and shares its hash with unequal ones.
///
/// It calls back when it is compared, hashed or released.
struct ComparableArgument: Hashable, Sendable {
    let number: Int
    /// New each time, and not compared.
    private let identity: Identity

    /// The workshop of the program counts it.
    private final class Identity: Sendable {
        private let census = SharedWorkshop.current?.arguments
        let callback: Callback

        init(_ container: DependencyContainer) {
            callback = Callback(in: container)
            census?.add("argument")
        }

        deinit { census?.remove("argument") }
    }

    init(_ number: Int, in container: DependencyContainer) {
        self.number = number
        identity = Identity(container)
    }

    static func == (left: ComparableArgument, right: ComparableArgument) -> Bool {
        left.identity.callback.call()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        identity.callback.call()
        hasher.combine(number / 2)
    }
}
