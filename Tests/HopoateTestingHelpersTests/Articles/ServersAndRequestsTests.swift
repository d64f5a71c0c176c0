// What the article 'Servers and requests' says, without a server: Examples/Tollbooth has one.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Testing

@Suite(.isolatedDependencies)
struct ServersAndRequestsTests {
    struct RequestID: Sendable, Equatable {
        let text: String
    }

    final class RequestLog: Sendable {
        let id: RequestID
        init(id: RequestID) { self.id = id }
    }

    final class Pool: Sendable {
        let name: String
        let notes: Notes
        init(name: String, notes: Notes = Notes()) { (self.name, self.notes) = (name, notes) }
        func close() { notes.add("closed \(name)") }
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

    private func request(_ id: String) -> DependencyContainer {
        let request = DependencyContainer(parent: app)
        request.register(RequestID(text: id), for: RequestID.self)
        return request
    }

    private func export() -> Body {
        let request = DependencyContainer(parent: app)
        request.register(RequestID(text: "1"), for: RequestID.self)
        return Body { write in
            defer { request.reset() }
            await DependencyContainer.withShared(request) { await Export().send(to: write) }
        }
    }

    @Test func requestsHaveServicesOfTheirOwnAndShareTheApps() {
        app.register(Pool.self) { Pool(name: "app") }
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        let (first, second) = (request("1"), request("2"))
        #expect(first.resolve(RequestLog.self).id.text == "1")
        #expect(second.resolve(RequestLog.self).id.text == "2")
        #expect(first.resolve(RequestLog.self) === first.resolve(RequestLog.self))
        #expect(first.resolve(Pool.self) === second.resolve(Pool.self))
    }

    @Test func concurrentRequestsKeepApart() async {
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask { [app] in
                    await app.withChild { request in
                        request.register(RequestID(text: "\(number)"), for: RequestID.self)
                        await Task.yield()
                        return resolve(RequestLog.self).id.text == "\(number)"
                    }
                }
            }
            for await isOwn in group { #expect(isOwn) }
        }
    }

    @Test func aRequestsServicesAreReleasedAtItsEnd() async {
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        weak var log: RequestLog?
        let request = await app.withChild { request in
            request.register(RequestID(text: "1"), for: RequestID.self)
            await Task.yield()
            log = resolve(RequestLog.self)
            #expect(log != nil)
            return request
        }
        #expect(log == nil)
        #expect(request.registrations.isEmpty)
    }

    @Test func aRequestThatFailsEndsToo() async {
        let notes = Notes()
        await #expect(throws: CancellationError.self) {
            try await app.withChild { request in
                request.register(Pool(name: "request", notes: notes), for: Pool.self).onRemove { $0.close() }
                await Task.yield()
                throw CancellationError()
            }
        }
        #expect(notes.all == ["closed request"])
    }

    @Test func aCaptiveDependencyIsAnErrorThatSaysWhatToDo() throws {
        app.autoregister(RequestLog.self, initializer: RequestLog.init(id:))
        let error = try #require(throws: DependencyError.self) { try request("1").resolving(RequestLog.self) }
        #expect(error.description.contains("is kept by a parent, and made from the parent's services alone."))
        #expect(error.description.contains("with the lifetime `perContainer`, so that each container makes its own"))
    }

    @Test func theRequestsValidationNamesTheCaptiveDependency() throws {
        app.autoregister(RequestLog.self, initializer: RequestLog.init(id:))
        let error = try #require(throws: DependencyValidationError.self) { try request("1").validate() }
        #expect(error.problems.map(\.path) == [["RequestLog", "RequestID"]])
        #expect(error.description.contains("only a child has it"))
        #expect(error.description.contains("give that the lifetime `perContainer`"))
    }

    @Test func whatRunsAfterTheHandlerHasLeftTheBindingAndTheRequest() {
        app.register(RequestID(text: "app"), for: RequestID.self)
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        let (late, export) = app.withChild { request in
            request.register(RequestID(text: "1"), for: RequestID.self)
            return ({ optionalResolve(RequestLog.self) }, Export())
        }
        #expect(late() == nil)  // the container of the test, which is empty, is the shared one again
        #expect(export.log().id.text == "app")
    }

    @Test func aStreamResetsTheContainerThatWasMadeForIt() async {
        let notes = Notes()
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
            .onRemove { notes.add("removed \($0.id.text)") }
        let body = export()
        #expect(notes.all.isEmpty)
        await body.write { notes.add("sent \($0)") }
        #expect(notes.all == ["sent 1", "removed 1"])
    }

    @Test func resettingTheAppsContainerClosesTheNewestFirst() {
        let notes = Notes()
        for name in ["database", "cache"] {
            app.register(Pool.self, named: name, lifetime: .eager) { Pool(name: name, notes: notes) }
                .onRemove { $0.close() }
        }
        app.reset()
        #expect(notes.all == ["closed cache", "closed database"])
        #expect(!app.canResolve(Pool.self, named: "database"))
    }
}
