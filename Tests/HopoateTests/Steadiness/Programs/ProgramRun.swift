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
    var properties: [Int: () -> Part?] = [:]
    /// What the program has resolved and holds on to: the library's part, and the model's.
    var held: [(part: Part, modelPart: Part)] = []
    var observations: [Int: ResolutionObservation] = [:]
    let scopes = [DependencyScope(), DependencyScope()]
    let clock = ProgramClock()
    var hasPaper = true
    private var lastRecipe = TestedKey.lastDefaultRecipe

    /// What was done, to be read by people.
    private var story: [String] = []

    private init() {
        workshop = SharedWorkshop(countedBy: census)
        model = ReferenceModel(countedBy: modelCensus)
        makeContainer()
    }

    /// Runs a program.
    ///
    /// - Returns: Where the library and the model first differ, or nil.
    static func run(_ program: Program) -> Mismatch? {
        let run = ProgramRun()
        return SharedWorkshop.$current.withValue(run.workshop) { run.mismatch(in: program) }
    }

    private func mismatch(in program: Program) -> Mismatch? {
        var number = 0
        do throws(Mismatch) {
            for step in program.steps {
                try perform(step)
                try compare()
                number += 1
            }
            tidyUp()
            try compare("parts alive at the end", 0, census.alive)
            return nil
        } catch {
            return error.at(step: number, story)
        }
    }

    func note(_ text: String) {
        if ProgramRun.tellsWhileRunning { print(text) }
        story.append(text)
    }

    private static let tellsWhileRunning = ProcessInfo.processInfo.environment["HOPOATE_STORY"] != nil

    func nextRecipe(need: TestedKey? = nil, takesPaper: Bool = false) -> Recipe {
        lastRecipe += 1
        return Recipe(number: lastRecipe, need: need, takesPaper: takesPaper)
    }

    /// What the library and the model say to the same question.
    func compare<Answer: Equatable>(_ question: String, _ expected: Answer, _ actual: Answer) throws(Mismatch) {
        guard expected != actual else { return }
        throw Mismatch(question: question, expected: "\(expected)", actual: "\(actual)")
    }

    private func compare() throws(Mismatch) {
        for (number, container) in containers.sorted(by: { $0.key < $1.key }) {
            let inventory = container.registrations.compactMap(InventoryLine.init)
            try compare("registrations of container \(number)", model.inventory(number), inventory)
        }
        let (expected, actual) = (model.workshop.calls, workshop.calls)
        for recipe in Set(expected.keys).union(actual.keys).sorted() {
            try compare("how often recipe \(recipe) was used", expected[recipe] ?? 0, actual[recipe] ?? 0)
        }
        try compare("parts alive", modelCensus.alive, census.alive)
    }

    private func tidyUp() {
        held = []
        properties = [:]
        observations = [:]
        containers = [:]
    }
}

/// Where the library is another than the model.
struct Mismatch: Error, CustomStringConvertible {
    let question: String
    let expected: String
    let actual: String
    private(set) var step = 0
    private(set) var story: [String] = []

    init(question: String, expected: String, actual: String) {
        self.question = question
        self.expected = expected
        self.actual = actual
    }

    fileprivate func at(step: Int, _ story: [String]) -> Mismatch {
        var mismatch = self
        mismatch.step = step
        mismatch.story = story
        return mismatch
    }

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
