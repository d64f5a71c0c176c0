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

    /// What a handler makes, and the body that it streams later uses.
    struct Export: Sendable {
        let log = Dependency<RequestLog>()
    }

    let app = DependencyContainer()

    private func request(_ id: String) -> DependencyContainer {
        let request = DependencyContainer(parent: app)
        request.register(RequestID(text: id), for: RequestID.self)
        return request
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
                let request = request("\(number)")
                group.addTask {
                    await DependencyContainer.withShared(request) {
                        await Task.yield()
                        return resolve(RequestLog.self).id.text == "\(number)"
                    }
                }
            }
            for await isOwn in group { #expect(isOwn) }
        }
    }

    @Test func aRequestsServicesAreReleasedWithItsContainer() {
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        weak var log: RequestLog?
        do {
            let request = request("1")
            log = request.resolve(RequestLog.self)
            #expect(log != nil)
        }
        #expect(log == nil)
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

    @Test func whatRunsAfterTheHandlerHasLeftTheBinding() async {
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        let request = request("1")
        let (late, export) = DependencyContainer.withShared(request) {
            ({ optionalResolve(RequestLog.self) }, Export())
        }
        #expect(late() == nil)  // the container of the test, which is empty, is the shared one again
        #expect(export.log().id.text == "1")
    }

    @Test func aPropertyKeepsTheRequestsContainerAsLongAsTheStreamNeedsIt() {
        app.autoregister(RequestLog.self, lifetime: .perContainer, initializer: RequestLog.init(id:))
        let export = DependencyContainer.withShared(request("1")) { Export() }
        #expect(export.log().id.text == "1")
    }

    @Test func resettingTheAppsContainerClosesTheNewestFirst() {
        let notes = Notes()
        for name in ["database", "cache"] {
            app.register(
                Pool.self,
                named: name,
                lifetime: .eager,
                creator: { Pool(name: name, notes: notes) },
                onRemove: { $0.close() }
            )
        }
        app.reset()
        #expect(notes.all == ["closed cache", "closed database"])
        #expect(!app.canResolve(Pool.self, named: "database"))
    }
}
