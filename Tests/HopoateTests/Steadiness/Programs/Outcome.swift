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
    static func awaiting(_ key: TestedKey, in container: DependencyContainer) -> Outcome {
        let handover = Handover(container)
        let isDone = DispatchSemaphore(value: 0)
        let workshop = SharedWorkshop.current
        // A task of its own, which holds neither part nor container when it signals its end.
        Task.detached {
            await SharedWorkshop.$current.withValue(workshop) { await handover.receive(key) }
            isDone.signal()
        }
        isDone.wait()
        return handover.outcome
    }

    /// Sendable because only the task changes it, before the reading thread stops waiting.
    private final class Handover: @unchecked Sendable {
        private(set) var outcome = Outcome.refusal(.missing)
        private var container: DependencyContainer?

        init(_ container: DependencyContainer) { self.container = container }

        func receive(_ key: TestedKey) async {
            defer { container = nil }
            guard let door = key.plainDoor, let container else { return }
            do {
                outcome = .parts([try await door.asyncResolving(in: container)])
            } catch {
                outcome = Outcome(error)
            }
        }
    }

    var description: String {
        switch self {
        case .parts(let parts): parts.map(\.label).joined(separator: ", ")
        case .refusal(let refusal): "\(refusal)"
        case .other(let text): text
        }
    }
}
