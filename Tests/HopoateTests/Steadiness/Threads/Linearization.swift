/// An action, its response, and when it began and ended, on a clock that counts both.
struct Event: CustomStringConvertible {
    let thread: Int
    let action: Action
    let response: String
    let invoked: Int
    let responded: Int

    var description: String { "\(invoked)–\(responded) thread \(thread): \(action) → \(response)" }
}

/// Looks for an order of events in which the model gives the same responses, and in which no event comes before another
/// that had ended when it began (Wing and Gong, with a memory of what was tried).
struct Linearization {
    private struct Attempt: Hashable {
        let done: Set<Int>
        let state: [String]
    }

    private let events: [Event]
    private let unnumberedRecipes: Set<Int>
    private var failed: Set<Attempt> = []

    static func exists(of events: [Event], in program: ConcurrentProgram) -> Bool {
        var linearization = Linearization(events: events, unnumberedRecipes: program.unnumberedRecipes)
        var model = ActionModel(unnumberedRecipes: program.unnumberedRecipes)
        for action in program.beginning { _ = model.perform(action) }
        return linearization.canContinue(from: model, done: [])
    }

    private init(events: [Event], unnumberedRecipes: Set<Int>) {
        self.events = events
        self.unnumberedRecipes = unnumberedRecipes
    }

    private mutating func canContinue(from model: ActionModel, done: Set<Int>) -> Bool {
        if done.count == events.count { return true }
        let attempt = Attempt(done: done, state: model.state)
        if failed.contains(attempt) { return false }
        let open = events.indices.filter { !done.contains($0) }
        let firstResponse = open.map { events[$0].responded }.min() ?? 0
        for index in open where events[index].invoked < firstResponse {
            var model = model
            guard model.perform(events[index].action) == events[index].response else { continue }
            if canContinue(from: model, done: done.union([index])) { return true }
        }
        failed.insert(attempt)
        return false
    }
}

/// The model of one container and its child in which actions are done one after the other.
struct ActionModel {
    private var model = ReferenceModel(countedBy: Census())
    private let container: Int
    private let child: Int
    private var properties: [Action: Int] = [:]
    private let unnumberedRecipes: Set<Int>
    /// All resolved parts are held, so nothing depends on the moment at which a thread releases one.
    private var held: [Part] = []

    init(unnumberedRecipes: Set<Int>) {
        self.unnumberedRecipes = unnumberedRecipes
        let container = model.makeContainer()
        self.container = container
        child = model.makeContainer(parent: container)
        for case .read(let kind, let key) in ConcurrentProgram.reading {
            properties[.read(kind, key)] = model.makeProperty(key, in: container, kind)
        }
    }

    /// Distinguishes states.
    var state: [String] {
        let stacks = ConcurrentProgram.keys.map { key in
            "\(model.stack(key, container).map { "\($0.recipe.number) \($0.resets)" })"
        }
        let instances = model.instances.map { site, instance in
            "\(site.entry) \(site.resets) \(site.container) \(instance.label)"
        }
        return stacks + instances.sorted() + model.properties.map { $0?.kept?.part.label ?? "" }
    }

    mutating func perform(_ action: Action) -> String {
        let (container, child) = (container, child)
        switch action {
        case .registerInstance(let key, let number):
            _ = model.register(makePart(number), Recipe(number: number), for: key, in: container)
        case .overwrite(let key, let number):
            _ = model.overwrite(with: makePart(number), Recipe(number: number), for: key, in: container)
        case .register(let key, let lifetime, let number):
            _ = model.register(lifetime, Recipe(number: number), for: key, in: container)
        case .decorate(let key, let number):
            _ = model.decorate(Recipe(number: number), for: key, in: container)
        case .remove(let number):
            for entry in model.entries where entry.recipe.number == number {
                model.remove(entry.identifier, from: container)
            }
        case .reset(let number):
            for entry in model.entries where entry.recipe.number == number {
                model.reset(entry: entry.identifier, of: container)
            }
        case .resolve(let request):
            return response { model throws(Refusal) in try model.resolve(request, in: container) }
        case .resolveInChild(let request):
            return response { model throws(Refusal) in try model.resolve(request, in: child) }
        case .read:
            guard let property = properties[action] else { return "" }
            return response { model throws(Refusal) in [try model.read(property)] }
        case .canResolve(let key): return "\(model.canResolve(key, in: container))"
        case .inventory: return model.inventory(container).response
        case .fork: break
        }
        return ""
    }

    private mutating func makePart(_ number: Int) -> Part {
        guard let part = try? model.workshop.make(Recipe(number: number)) else {
            fatalError("These recipes always succeed.")
        }
        return part
    }

    private mutating func response(_ resolve: (inout ReferenceModel) throws(Refusal) -> [Part]) -> String {
        do throws(Refusal) {
            let parts = try resolve(&model)
            held += parts
            return parts.response(unnumberedRecipes)
        } catch {
            return "\(error)"
        }
    }
}

extension [InventoryLine] {
    /// The stacks, sorted: of two registrations at once the older may stand above.
    var response: String { map(\.description).sorted().joined(separator: "; ") }
}

extension [Part] {
    func response(_ unnumberedRecipes: Set<Int>) -> String {
        map { $0.response(unnumberedRecipes) }.joined(separator: ", ")
    }
}

extension Part {
    /// The label, without instance numbers that threads assign at random.
    func response(_ unnumberedRecipes: Set<Int>) -> String {
        let recipes = label.split { $0 == "(" || $0 == ")" }.map { $0.prefix { $0 != "#" } }
        let isUnnumbered = recipes.contains { Int($0.prefix { $0.isNumber }).map(unnumberedRecipes.contains) == true }
        return isUnnumbered ? recipes.joined(separator: " of ") : label
    }
}
