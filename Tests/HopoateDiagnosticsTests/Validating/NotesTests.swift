import Hopoate
import HopoateDiagnostics
import Testing

/// What a check could not do, and what hangs on who comes first.
@Suite struct NotesTests {
    private final class Session: Sendable {}
    private final class Screen { @Dependency var session: Session }
    private actor Worker { private let session = Dependency<Session>() }

    private let container = DependencyContainer()

    /// The notes without the module and the places.
    private var notes: [String] {
        get async {
            await container.notes.map { note in
                note.replacing("HopoateDiagnosticsTests.", with: "").replacing("Swift.", with: "")
                    .replacing(/, registered at [^ ]+:\d+/, with: "").replacing(/\(unknown.*?\)\./, with: "")
            }
        }
    }

    private func registerUsers() {
        container.register(Screen.self) { Screen() }
        container.register(Int.self) { [try resolving(Session.self)].count }
        container.autoregister(Double.self) { (_: Session) in 1 }
        container.register(Worker.self) { Worker() }
        container.register(Float.self) {
            _ = try await DependencyContainer.shared.asyncResolve(Session.self)
            return 1
        }
    }

    @Test func `an asynchronous service that a synchronous creator or a property uses`() async {
        let token = container.register(Session.self, asyncCreator: { Session() })
        registerUsers()
        let users = "NotesTests.Screen, Int, Double and 1 more"
        #expect(
            await notes == [
                "NotesTests.Session, cached is asynchronous: await it at launch, before it is used by \(users)."
            ]
        )
        container.remove(token)
        container.register(Session.self, lifetime: .eager, asyncCreator: { Session() })
        #expect(await notes.isEmpty)
    }

    @Test(arguments: [Lifetime.cached, .transient])
    func `a service of an actor that a creator or a property of no actor uses`(_ lifetime: Lifetime) async {
        let token = container.register(Session.self, lifetime: lifetime) { @MainActor in Session() }
        registerUsers()
        container.register(String.self) { @MainActor in "\(resolve(Session.self))" }
        // The check reports the creator of `Int` as a problem if no instance is kept.
        let others = lifetime == .cached ? "Int, Double and 1 more" : "Double, NotesTests.Worker"
        let use = "elsewhere only an instance that is kept can be used by NotesTests.Screen, \(others)."
        let remark = "main actor is created on the main actor only: \(use)"
        #expect(await notes == ["NotesTests.Session, \(lifetime), \(remark)"])
        container.remove(token)
        await MainActor.run { _ = container.register(Session.self, lifetime: .eager) { @MainActor in Session() } }
        #expect(await notes.isEmpty)
    }

    @Test func `a creator that has captured the checked container`() async {
        container.register(Session.self) { Session() }
        container.register(Int.self) { [unowned container] in
            _ = container.resolve(Session.self)
            return [container.resolve(Session.self)].count
        }
        let line = #line - 3
        let place = "\(#fileID):\(line) in the checked container itself, which its creator has captured."
        #expect(
            await notes == [
                "Int, cached resolves NotesTests.Session at \(place)".replacing("HopoateDiagnosticsTests.", with: "")
            ]
        )
        #expect(await container.graph(runningCreators: true).arrows == ["Int required Session seen"])
        // Another container's is nobody's business.
        let other = DependencyContainer(parent: container)
        other.register(Int.self) { [container] in [container.resolve(Session.self)].count }
        #expect(await other.notes.count == 2)
        let unrelated = DependencyContainer()
        unrelated.register(Int.self) { [container] in [container.resolve(Session.self)].count }
        #expect(await unrelated.notes.isEmpty)
    }

    @Test func `a captured container hides no captive`() async {
        container.register(Session.self, lifetime: .scoped(DependencyScope())) { Session() }
        container.register(Int.self) { [unowned container] in [container.resolve(Session.self)].count }
        #expect(await container.problems(runningCreators: true).map(\.kind) == [.captive])
    }

    @Test func `a service with an argument, unless another creator creates it`() async {
        container.register(Int.self, taking: String.self) { $0.count }
        container.register(Double.self, taking: String.self) { Double($0.count) }
        container.register(Float.self) { Float(resolve(Double.self, with: "text")) }
        #expect(await notes == ["Int taking String, transient was not created: it takes an argument."])
    }

    @Test func `a registration below a newer one`() async {
        container.register(Int.self) { 1 }
        container.register(Int.self) { 2 }
        #expect(await notes == ["Int, cached was not created: a newer registration is above it."])
        #expect(container.graph().nodes.map(\.answers) == [false, true])
    }

    @Test func `a service that several modules register`() async throws {
        struct One: DependencyModule {
            func register(in container: DependencyContainer) { container.register("one", for: String.self) }
        }
        struct Two: DependencyModule {
            func register(in container: DependencyContainer) { container.register("two", for: String.self) }
        }
        container.install(One())
        container.install(Two())
        let notes = await notes
        #expect(notes.count == 2)
        #expect(notes.last?.hasPrefix("String, instance, registered by ") == true)
        #expect(notes.last?.contains("Two at \(#fileID):") == true, "\(notes)")
        #expect(notes.last?.contains(" is used, but other modules register the service, too: ") == true)
        #expect(notes.last?.hasSuffix("One.") == true, "\(notes)")
        #expect(container.examine().notes.count == 1)
        try container.validate()
    }

    @Test func `the error has the notes, and a check without a problem prints them`() async throws {
        container.register(Int.self, taking: String.self) { $0.count }
        try await container.validate(runningCreators: true)
        container.register(String.self) { throw SomeError() }
        let error = try await #require(throws: DependencyValidationError.self) {
            try await container.validate(runningCreators: true)
        }
        #expect(error.notes.count == 1)
        #expect(error.description.hasSuffix("\n\nNotes:\n    " + error.notes[0]))
    }
}
