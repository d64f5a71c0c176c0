// The article 'Servers and requests', without a server: Examples/Tollbooth has one.

import Foundation
import Hopoate
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies) struct ServersAndRequestsTests {
    struct RequestID: Sendable, Equatable { let text: String }

    final class RequestLog: Sendable {
        let id: RequestID
        init(id: RequestID) { self.id = id }
    }

    struct Export: Sendable {
        let log = Dependency<RequestLog>()

        func send(to write: (String) -> Void) async {
            await Task.yield()
            write(log().id.text)
        }
    }

    /// A body that a framework writes after the handler has returned.
    struct Body {
        let write: (@escaping (String) -> Void) async -> Void
        init(_ write: @escaping (@escaping (String) -> Void) async -> Void) { self.write = write }
    }

    let app = DependencyContainer()

    private func export() -> Body {
        let request = DependencyContainer(parent: app)
        request.register(RequestID(text: "1"), for: RequestID.self)
        return Body { write in
            await DependencyContainer.withShared(request) { await Export().send(to: write) }
            await request.asyncRemoveAll()
        }
    }

    final class Greeter: Sendable {
        private let id = Dependency<RequestID>()
        func greet() -> String { "Request \(id().text)" }
    }

    @Test func `an object of the request finds its services`() async throws {
        app.register(Greeter.self, lifetime: .transient) { Greeter() }
        await app.withChild { request in
            request.register(RequestID(text: "1"), for: RequestID.self)
            #expect(resolve(Greeter.self).greet() == "Request 1")
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let app = DependencyContainer()
            app.register(Greeter.self) { Greeter() }
            await app.withChild { request in
                request.register(RequestID(text: "1"), for: RequestID.self)
                _ = resolve(Greeter.self).greet()
            }
        }
        let message = try trapMessage(result)
        #expect(message.contains("This object was created outside `withChild`: create it there, or use `resolve(…)`"))
    }

    // MARK: - Shutting down

    struct Logger: Sendable {
        let notes = Notes()
        func critical(_ text: String) { notes.add(text) }
        func error(_ text: String) { notes.add(text) }
    }

    let logger = Logger()

    struct Mailer: Sendable {
        struct IsOffline: Error {}
        func sendRemaining() async throws { throw IsOffline() }
    }

    @Test func `a clean-up that fails handles its error, and the next one follows`() async {
        let logger = logger
        app.register("database", for: String.self).onRemove { logger.error("closed the \($0)") }
        app.register(Mailer.self) { Mailer() }
            .onRemove { mailer in
                do {
                    try await mailer.sendRemaining()
                } catch {
                    logger.error("The last mail is lost: \(error)")
                }
            }
        _ = app.resolve(Mailer.self)
        await app.asyncRemoveAll()
        #expect(logger.notes.all == ["The last mail is lost: IsOffline()", "closed the database"])
    }

    // MARK: - After the handler

    @Test func `a stream ends the container that was created for it`() async {
        let notes = Notes()
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
            .onRemove { log in
                await Task.yield()
                notes.add("closed \(log.id.text)")
            }
        let body = export()
        #expect(notes.all.isEmpty)
        await body.write { notes.add("sent \($0)") }
        #expect(notes.all == ["sent 1", "closed 1"])
    }
}
