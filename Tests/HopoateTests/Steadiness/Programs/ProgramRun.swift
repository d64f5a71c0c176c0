import Foundation
import Hopoate

/// A program that runs, step by step, in containers and in the model of them, which have to agree after each step.
///
/// For one thread: the model knows of one only.
final class ProgramRun {
    private let modelCensus = Census()
    private let census = Census()
    let workshop: SharedWorkshop
    var model: ReferenceModel

    /// The containers in hand, by their number in the model.
    var containers: [Int: DependencyContainer] = [:]
    var tokens: [(token: AnyServiceRegistration, entry: Int, container: Int)] = []
    var mocks: [(token: AnyServiceRegistration, end: () -> Void, label: String, entry: Int, container: Int)] = []
    var moduleTokens: [(token: InstalledModule, number: Int, container: Int)] = []
    var properties: [Int: () -> Part?] = [:]
    /// What the program has resolved and holds on to: the library's part, and the model's.
    var held: [(part: Part, modelPart: Part)] = []
    var observers: [Int: ProgramObserver] = [:]
    let scopes = [DependencyScope(), DependencyScope()]
    let clock = ProgramClock()
    let focus: Focus
    /// The steps that are left.
    var steps: ArraySlice<Step>
    /// The containers that exist as long as an operation takes which runs.
    var childrenOfOperations: Set<Int> = []
    /// Whether there was a task, which may hold something for a moment after it is done.
    var hasAwaited = false
    private var lastRecipe = TestedKey.lastDefaultRecipe

    /// What was done, to be read by people.
    private var story: [String] = []

    /// How many seconds it waits for what tasks still hold.
    private let patience: Double

    private init(_ program: Program, patience: Double) {
        self.patience = patience
        focus = program.focus
        steps = program.steps[...]
        workshop = SharedWorkshop(countedBy: census)
        model = ReferenceModel(countedBy: modelCensus)
        workshop.perform = { [unowned self] in perform($0) }
        makeContainer()
    }

    /// Runs a program. With little patience, it may take something for a mismatch that a task is about to release.
    ///
    /// - Returns: Where the library and the model first differ, or nil.
    static func run(_ program: Program, patience: Double = 10) -> Mismatch? {
        let run = ProgramRun(program, patience: patience)
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
    /// Whether services are asked for by functions that throw where others would trap.
    static let isCareful = ProcessInfo.processInfo.environment["HOPOATE_CAREFUL"] != nil

    func nextRecipe() -> Recipe {
        lastRecipe += 1
        return Recipe(number: lastRecipe)
    }

    /// What the library and the model say to the same question.
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
        wait { arguments.contains(workshop.arguments.alive) }
        let alive = workshop.arguments.alive
        if !arguments.contains(alive) { try compare("arguments alive", "\(arguments)", "\(alive)") }
        try compareCleanUps()
    }

    /// Compares what registrations have let go of, in this order. What was made for several arguments goes in any order.
    private func compareCleanUps() throws(Mismatch) {
        let (expected, actual) = (model.workshop.cleanedUp, workshop.takeCleanedUp())
        model.workshop.cleanedUp = []
        try compare("what was cleaned up", expected.map(\.label).sorted(), actual.map(\.label).sorted())
        let isInOrder = { (cleanUp: Workshop.CleanUp) in !cleanUp.label.prefix { $0 != "[" }.contains("<") }
        try compare("in which order it was cleaned up", expected.filter(isInOrder), actual.filter(isInOrder))
    }

    private func compareAlive(_ question: String) throws(Mismatch) {
        wait {
            let cleanedUp = workshop.cleanedUp.map(\.label)
            model.sweep { !census.isAlive($0) || cleanedUp.contains($0) }
            return modelCensus.alive == census.alive
        }
        try compare(question, modelCensus.alive, census.alive)
    }

    /// Gives a task that is done the moment that it may need.
    private func wait(until isSo: () -> Bool) {
        let limit = Date(timeIntervalSinceNow: hasAwaited ? patience : 0)
        while !isSo(), limit.timeIntervalSinceNow > 0 { sched_yield() }
    }

    private func tidyUp() {
        held = []
        observers = [:]
        for property in model.properties.indices {
            properties[property] = nil
            model.dropProperty(property)
        }
        for container in model.containers.indices {
            containers[container] = nil
            model.release(container)
        }
    }
}

/// Where the library is another than the model.
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

/// A clock that programs set.
final class ProgramClock: ExpirationClock, @unchecked Sendable {
    // Programs run on one thread.
    var now = 0

    func secondsNow() -> Double { Double(now) }
}
