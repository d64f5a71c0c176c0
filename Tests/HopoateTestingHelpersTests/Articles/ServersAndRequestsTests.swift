// The article 'Servers and requests', without a server: Examples/Tollbooth has one.

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
