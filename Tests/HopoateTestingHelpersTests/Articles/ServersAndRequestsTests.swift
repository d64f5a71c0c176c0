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
        #expect(message.contains("has it (") && message.contains("), but was not searched."))
    }

    // MARK: - The edge

    protocol Repository: Sendable {
        func titles() -> [String]
    }

    struct Titles: Repository {
        func titles() -> [String] { ["Emma"] }
    }

    struct ListHandler: Sendable {
        let repository: any Repository
        func response() -> Response { Response(status: 200, body: repository.titles().joined()) }
    }

    struct Response: Equatable {
        var status: Int
        var body = ""
    }

    private func respond() async -> Response {
        await app.withChild { _ in
            do {
                return try resolving(ListHandler.self).response()
            } catch {
                logger.critical("\(error)")
                return Response(status: 500)
            }
        }
    }

    @Test func `a missing service fails one request`() async throws {
        app.autoregister(
            ListHandler.self,
            lifetime: .transient,
            initializer: ListHandler.init(repository:)
        )
        #expect(await respond() == Response(status: 500))
        #expect(try #require(logger.notes.all.first).contains("path: ListHandler → Repository"))
        app.register(Titles(), for: (any Repository).self)
        #expect(await respond() == Response(status: 200, body: "Emma"))
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

    struct Outbox: Sendable {
        let notes: Notes
        func sendRemaining() async throws {
            defer { notes.add("cancelled: \(Task.isCancelled)") }
            try await Task.sleep(nanoseconds: 60_000_000_000)
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test func `a clean-up has a time limit of its own`() async {
        let notes = logger.notes
        let limit = Duration.milliseconds(20)
        app.register("database", for: String.self).onRemove { notes.add("closed the \($0)") }
        app.register(Outbox.self) { Outbox(notes: notes) }
            .onRemove { outbox in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { try? await outbox.sendRemaining() }
                    group.addTask { try? await Task.sleep(for: limit) }
                    await group.next()
                    group.cancelAll()
                }
            }
        _ = app.resolve(Outbox.self)
        await app.asyncRemoveAll()
        #expect(notes.all == ["cancelled: true", "closed the database"])
    }

    final class Socket: Sendable {
        let id: RequestID
        let notes: Notes
        init(id: RequestID, notes: Notes) { (self.id, self.notes) = (id, notes) }
        func close() async {
            await Task.yield()
            notes.add("closed \(id.text)")
        }
    }

    func connect(_ id: RequestID) -> AnyServiceRegistration {
        let connection = DependencyContainer(parent: app)
        connection.register(id, for: RequestID.self)
        return app.register(connection, for: DependencyContainer.self)
            .onRemove { await $0.asyncRemoveAll() }
    }

    @Test func `a parent ends its children`() async {
        let notes = logger.notes
        app.register("database", for: String.self).onRemove { notes.add("closed the \($0)") }
        app.register(Socket.self, lifetime: .perContainer) { Socket(id: resolve(RequestID.self), notes: notes) }
            .onRemove { await $0.close() }
        let connections = (1...3).map { id in
            let token = connect(RequestID(text: "\(id)"))
            _ = app.resolve(DependencyContainer.self).resolve(Socket.self)
            return token
        }
        weak var newest: DependencyContainer?
        newest = app.resolve(DependencyContainer.self)
        await connections[1].asyncRemove()
        #expect(notes.all == ["closed 2"])
        #expect(newest != nil)

        await app.asyncRemoveAll()
        #expect(notes.all == ["closed 2", "closed 3", "closed 1", "closed the database"])
        #expect(newest == nil)
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
