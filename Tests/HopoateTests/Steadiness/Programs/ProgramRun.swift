import Foundation
import Hopoate

/// A program that runs step by step in containers and in the model, which have to agree after each step.
///
/// For one thread only, as the model knows only one.
final class ProgramRun {
    private let modelCensus = Census()
    private let census = Census()
    let workshop: SharedWorkshop
    var model: ReferenceModel

    /// The containers that the program holds, by their number in the model.
    var containers: [Int: DependencyContainer] = [:]
    var tokens: [(token: AnyServiceRegistration, entry: Int, container: Int)] = []
    var mocks: [(token: AnyServiceRegistration, end: () -> Void, label: String, entry: Int, container: Int)] = []
    var moduleTokens: [(token: InstalledModule, number: Int, container: Int)] = []
    var properties: [Int: () -> Part?] = [:]
    /// The parts that the program has resolved and holds, of the library and of the model.
    var held: [(part: Part, modelPart: Part)] = []
    var observers: [Int: ProgramObserver] = [:]
    let scopes = [DependencyScope(), DependencyScope()]
    let focus: Focus
    /// The remaining steps.
    var steps: ArraySlice<Step>
    /// The children of running operations.
    var childrenOfOperations: Set<Int> = []
    private var lastRecipe = TestedKey.lastDefaultRecipe

    /// A record of the steps for people.
    private var story: [String] = []

    private init(_ program: Program) {
        focus = program.focus
        steps = program.steps[...]
        workshop = SharedWorkshop(countedBy: census)
        model = ReferenceModel(countedBy: modelCensus)
        workshop.perform = { [weak self] in self?.perform($0) }
        makeContainer()
    }

    /// Runs a program.
    ///
    /// - Returns: Where the library and the model first differ, or nil.
    static func run(_ program: Program) -> Mismatch? {
        let run = ProgramRun(program)
        return SharedWorkshop.$current.withValue(run.workshop) { run.mismatch(in: program) }
    }

    private func mismatch(in program: Program) -> Mismatch? {
        var number = 0
        do throws(Mismatch) {
            while let step = steps.popFirst() {
                number = program.steps.count - steps.count - 1
                try performAndCompare(step)
            }
            tidyUp()
            try compareAlive("parts alive at the end")
            try compareCleanUps()
            try compare("parts of the model that are alive at the end", 0, modelCensus.alive)
            return nil
        } catch {
            var mismatch = error
            (mismatch.step, mismatch.story) = (number, story)
            return mismatch
        }
    }

    func record(_ text: String) {
        if ProgramRun.printsWhileRunning { print(text) }
        story.append(text)
    }

    private static let printsWhileRunning = ProcessInfo.processInfo.environment["HOPOATE_STORY"] != nil
    /// Whether to use throwing functions in place of those that trap.
    static let isCareful = ProcessInfo.processInfo.environment["HOPOATE_CAREFUL"] != nil

    func nextRecipe() -> Recipe {
        lastRecipe += 1
        return Recipe(number: lastRecipe)
    }

    /// Compares the answers of the library and the model.
    func compare<Answer: Equatable>(_ question: String, _ expected: Answer, _ actual: Answer) throws(Mismatch) {
        guard expected != actual else { return }
        throw Mismatch(question: question, expected: "\(expected)", actual: "\(actual)")
    }

    func performAndCompare(_ step: Step) throws(Mismatch) {
        try perform(step)
        for (number, container) in containers.sorted(by: { $0.key < $1.key }) {
            let inventory = container.registrations.compactMap(InventoryLine.init)
            try compare("registrations of container \(number)", model.inventory(number), inventory)
        }
        let (expected, actual) = (model.workshop.calls, workshop.calls)
        for use in Set(expected.keys).union(actual.keys) {
            try compare("how often recipe \(use) was used", expected[use] ?? 0, actual[use] ?? 0)
        }
        try compareAlive("parts alive")
        let arguments = model.countOfArguments
        let alive = workshop.arguments.alive
        if !arguments.contains(alive) { try compare("arguments alive", "\(arguments)", "\(alive)") }
        try compareCleanUps()
    }

    /// Compares the clean-ups and their order, which is undefined for several arguments.
    private func compareCleanUps() throws(Mismatch) {
        let (expected, actual) = (model.workshop.cleanedUp, workshop.takeCleanedUp())
        model.workshop.cleanedUp = []
        try compare("what was cleaned up", expected.map(\.label).sorted(), actual.map(\.label).sorted())
        let isInOrder = { (cleanUp: Workshop.CleanUp) in !cleanUp.label.prefix { $0 != "[" }.contains("<") }
        try compare("in which order it was cleaned up", expected.filter(isInOrder), actual.filter(isInOrder))
    }

    private func compareAlive(_ question: String) throws(Mismatch) {
        let cleanedUp = workshop.cleanedUp.map(\.label)
        model.sweep { !census.isAlive($0) || cleanedUp.contains($0) }
        try compare(question, modelCensus.alive, census.alive)
    }

    /// Observers stay until their container is released, as clean-ups of others may look up its services.
    private func tidyUp() {
        held = []
        for property in properties.keys.sorted() { drop(property) }
        for container in containers.keys.sorted() { release(container) }
    }
}

/// A difference between the library and the model.
struct Mismatch: Error, CustomStringConvertible {
    let question: String
    let expected: String
    let actual: String
    var step = 0
    var story: [String] = []

    var description: String {
        """
        In step \(step), \(question):
          expected \(expected)
          actual   \(actual)
        after
        \(story.map { "  \($0)" }.joined(separator: "\n"))
        """
    }
}
