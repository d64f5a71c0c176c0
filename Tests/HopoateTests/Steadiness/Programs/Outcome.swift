import Foundation
import Hopoate

/// The outcome of a resolution.
enum Outcome: CustomStringConvertible {
    case parts([Part])
    case refusal(Refusal)
    /// An error that the model does not know.
    case other(String)

    init(_ body: () throws(Refusal) -> [Part]) {
        do throws(Refusal) { self = .parts(try body()) } catch { self = .refusal(error) }
    }

    private init(_ error: any Error) {
        guard let error = error as? DependencyError else {
            self = .other("\(error)")
            return
        }
        switch error.reason {
        case .missing: self = .refusal(error.path.count == 1 ? .missing : .neededIsMissing)
        case .cycle: self = .refusal(.cycle)
        case .nothingToDecorate:
            self = .refusal(error.path.count == 1 ? .nothingToDecorate : .nothingToDecorateForNeeded)
        case .needsAwait: self = .refusal(.needsAwait)
        case .creatorFailed(let cause) where cause is Workshop.OutOfPaper: self = .refusal(.creatorFailed)
        default: self = .other(error.description)
        }
    }

    /// The outcome where a decorator of nothing is nothing.
    var orMissing: Outcome { if case .refusal(.nothingToDecorate) = self { .refusal(.missing) } else { self } }

    static func resolving(_ resolving: () throws -> [Part]) -> Outcome {
        do { return .parts(try resolving()) } catch { return Outcome(error) }
    }

    /// Awaits a plain key in a task while the calling thread waits.
    ///
    /// Then waits for the end of all tasks. One that is about to end may hold the last reference to parts, creators and containers,
    /// and would release them during a later step.
    static func awaiting(_ key: TestedKey, in container: DependencyContainer) -> Outcome {
        var mark: TaskMark? = TaskMark()
        let tasksRemain = { [weak mark] in mark != nil }
        let handover = Handover(key, container, mark.take())
        let isDone = DispatchSemaphore(value: 0)
        let workshop = SharedWorkshop.current
        Task.detached {
            await SharedWorkshop.$current.withValue(workshop) { await handover.receive() }
            isDone.signal()
        }
        isDone.wait()
        while tasksRemain() { sched_yield() }
        return handover.takeOutcome()
    }

    /// Held by the tasks of one `await`: each task that begins within has the task-local values of the one that begins it, until it ends.
    private final class TaskMark: Sendable {
        @TaskLocal static var ofTask: TaskMark?
    }

    /// Sendable because only the task uses it, before the reading thread stops waiting. It holds nothing once it has handed over.
    private final class Handover: @unchecked Sendable {
        private let key: TestedKey
        private var container: DependencyContainer?
        private var mark: TaskMark?
        private var outcome: Outcome?

        init(_ key: TestedKey, _ container: DependencyContainer, _ mark: TaskMark?) {
            (self.key, self.container, self.mark) = (key, container, mark)
        }

        func receive() async {
            guard let door = key.plainDoor, let container = container.take() else { return }
            await TaskMark.$ofTask.withValue(mark.take()) {
                do {
                    outcome = .parts([try await door.asyncResolving(in: container)])
                } catch {
                    outcome = Outcome(error)
                }
            }
        }

        func takeOutcome() -> Outcome { outcome.take() ?? .refusal(.missing) }
    }

    var description: String {
        switch self {
        case .parts(let parts): parts.map(\.label).joined(separator: ", ")
        case .refusal(let refusal): "\(refusal)"
        case .other(let text): text
        }
    }
}
