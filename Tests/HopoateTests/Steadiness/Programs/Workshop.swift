import Foundation

/// How a registration makes its parts. The library's creators and the model's follow the same recipes.
struct Recipe: Hashable, Sendable {
    /// Tells recipes apart. It is also the line that the registration says it was made on.
    let number: Int
    /// What is looked up on the way.
    var need: TestedKey?
    /// Whether it fails while the workshop has run out of paper.
    var takesPaper = false
}

/// Makes parts, and counts how often each recipe was used.
struct Workshop {
    let census: Census
    private(set) var calls: [Int: Int] = [:]
    var hasPaper = true

    struct OutOfPaper: Error {}

    init(countedBy census: Census) { self.census = census }

    /// Begins to make a part.
    ///
    /// - Returns: What its label begins with: the number of the recipe, and how often that was used.
    mutating func begin(_ recipe: Recipe) throws -> String {
        calls[recipe.number, default: 0] += 1
        if recipe.takesPaper, !hasPaper { throw OutOfPaper() }
        return "\(recipe.number)#\(calls[recipe.number, default: 0])"
    }

    /// Makes a part of a beginning, and of what is decorated and what is needed for it.
    func finish(_ beginning: String, decorating decorated: Part? = nil, needing needed: Part? = nil) -> Part {
        let decoration = decorated.map { "(\($0.label))" } ?? ""
        let need = needed.map { "[\($0.label)]" } ?? ""
        return Part(beginning + decoration + need, from: [decorated, needed].compactMap { $0 }, countedBy: census)
    }
}

/// The workshop that the library's creators share, on whatever thread they run.
final class SharedWorkshop: @unchecked Sendable {
    /// Where the defaults of typed keys, which know no more than their container, are made.
    @TaskLocal static var current: SharedWorkshop?

    private let lock = NSLock()
    private var workshop: Workshop

    init(countedBy census: Census) { workshop = Workshop(countedBy: census) }

    var calls: [Int: Int] { lock.withLock { workshop.calls } }

    func setPaper(_ hasPaper: Bool) { lock.withLock { workshop.hasPaper = hasPaper } }

    /// A creator's work: makes a part, and looks up what it needs in the container that the creator runs in.
    func make(_ recipe: Recipe, decorating decorated: Part? = nil) throws -> Part {
        let beginning = try lock.withLock { try workshop.begin(recipe) }
        let needed = try recipe.need?.lookUpInSharedContainer()
        return lock.withLock { workshop.finish(beginning, decorating: decorated, needing: needed) }
    }
}
