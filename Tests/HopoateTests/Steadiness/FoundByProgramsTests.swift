import Foundation
import Hopoate
import Testing

/// What random programs have found, shrunk to what is needed.
@Suite struct FoundByProgramsTests {
    let app = DependencyContainer()
    private let removed = Shared<[String]>([])

    private var note: @Sendable (Logger) -> Void {
        { [removed] logger in removed.change { $0.append(logger.label) } }
    }

    private func decorate(_ container: DependencyContainer, _ text: String) -> AnyServiceRegistration {
        container.decorate(Logger.self) { Logger("\(text)(\($0.label))") }.onRemove(note)
    }

    @Test func theErrorOfACreatorIsWrappedOnce() {
        app.register(Logger.self) { throw SomeError() }
        let error = #expect(throws: DependencyError.self) { try app.resolving(Logger.self) }
        #expect(error?.underlyingError is SomeError)
    }

    @Test func aDecoratorOfADefaultDecoratesOnce() {
        app.decorate(\.foundByPrograms) { Logger("decorated " + $0.label) }
        #expect(app.resolve(\.foundByPrograms).label == "decorated default")
    }

    @Test func aKeptInstanceOfAnAsynchronousCreatorNeedsNoAwaitUntilItExpires() async throws {
        let clock = TestClock()
        app.register(clock, for: (any ExpirationClock).self)
        app.register(Logger.self, lifetime: .expiring(afterSeconds: 2)) { () async -> Logger in Logger() }
        let logger = try await app.asyncResolve(Logger.self)
        #expect(try app.resolving(Logger.self) === logger)
        clock.advance(2)
        #expect(throws: DependencyError.self) { try app.resolving(Logger.self) }
    }

    @Test func aChildReleasesADecorationBeforeWhatANewerRegistrationHasMade() {
        let child = DependencyContainer(parent: app)
        _ = decorate(child, "child's")
        app.register(Logger.self, lifetime: .perContainer) { Logger("base") }.onRemove(note)
        _ = decorate(app, "parent's")
        _ = child.resolve(Logger.self)
        child.reset()
        #expect(removed.value == ["child's(parent's(base))", "parent's(base)", "base"])
    }

    @Test func whatAChildKeepsOfARegistrationThatHasGoneIsCleanedUpWithTheChild() {
        let child = DependencyContainer(parent: app)
        app.register(Logger.self, lifetime: .perContainer) { Logger("base") }.onRemove(note)
        _ = decorate(app, "parent's")
        _ = child.resolve(Logger.self)
        app.reset()
        #expect(removed.value == [])
        child.reset()
        #expect(removed.value == ["parent's(base)", "base"])
    }

    @Test func aChildsResetLetsGoOfWhatWasResetInItsParent() {
        let child = DependencyContainer(parent: app)
        let token = app.register(Logger.self, lifetime: .perContainer) { Logger("base") }.onRemove(note)
        let logger = child.resolve(Logger.self)
        app.reset(token)
        #expect(child.resolve(Logger.self) !== logger)
        child.reset()
        #expect(removed.value == ["base", "base"])
    }

    @Test func anEagerContributionFindsTheOthersAlsoWhenItIsMadeAgain() throws {
        app.contribute(to: String.self) { "first" }
        let token = app.contribute(to: String.self, lifetime: .eager) {
            "after " + (try DependencyContainer.shared.resolvingAll(String.self)).joined(separator: ", ")
        }
        #expect(try app.resolvingAll(String.self) == ["first", "after first"])
        app.reset(token)
        #expect(try app.resolvingAll(String.self) == ["first", "after first"])
        #expect(try app.fork().resolvingAll(String.self) == ["first", "after first"])
    }

    @Test func aDecorationIsAsOldAsWhatItDecoratesNow() {
        let child = DependencyContainer(parent: app)
        app.register(Logger.self, lifetime: .perContainer) { Logger("made") }.onRemove(note)
        _ = decorate(child, "older")
        let newer = decorate(app, "newer")
        #expect(child.resolve(Logger.self).label == "older(newer(made))")
        app.remove(newer)
        #expect(child.resolve(Logger.self).label == "older(made)")
        child.reset()
        #expect(removed.value == ["older(newer(made))", "newer(made)", "older(made)", "made"])
    }

    @Test func theInstanceForAnArgumentIsAsOldAsItIs() {
        let clock = TestClock()
        app.register(clock, for: (any ExpirationClock).self)
        app.register(Logger.self, taking: Int.self, lifetime: .expiring(afterSeconds: 2)) { Logger("\($0)") }
            .onRemove(note)
        _ = app.resolve(Logger.self, with: 0)
        clock.advance(2)
        _ = (app.resolve(Logger.self, with: 1), app.resolve(Logger.self, with: 0))
        app.reset()
        #expect(removed.value == ["0", "0", "1"])
    }

    @Test func aForkThatMeetsARemovalAnswers() {
        let container = app
        container.register(Logger("base"), for: Logger.self)
        let isDone = Shared(false)
        let haveEnded = onThreads(2) { index in
            if index == 0 {
                for _ in 0..<2_000 {
                    let token = container.register(Logger.self) { Logger("override") }
                    _ = container.resolve(Logger.self)
                    container.remove(token)
                }
                isDone.value = true
            } else {
                while !isDone.value { _ = container.fork().resolve(Logger.self) }
            }
        }
        #expect(haveEnded)
    }

    /// A thread that has waited may still be asleep when the one that it waited for asks for what it makes.
    @Test func threadsThatWaitForOneAnotherInTurnAreNoCycle() {
        let container = app
        let errors = Counter()
        let haveEnded = onThreads(3) { _ in
            for _ in 0..<500 {
                let inner = container.register(Logger.self) {
                    sched_yield()
                    return Logger()
                }
                let outer = container.register((any Logging).self) { resolve(Logger.self) }
                do { _ = (try container.resolving(Logger.self), try container.resolving((any Logging).self)) } catch {
                    errors.increment()
                }
                container.remove(outer)
                container.remove(inner)
                do { _ = try container.resolving(Logger.self) } catch {}
            }
        }
        #expect(haveEnded)
        #expect(errors.count == 0)
    }
}

extension DependencyKeys {
    fileprivate var foundByPrograms: DependencyKey<Logger> { .init { Logger("default") } }
}
