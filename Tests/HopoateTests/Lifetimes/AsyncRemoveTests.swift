import Testing

@testable import Hopoate

@Suite struct AsyncRemoveTests {
    private let container = DependencyContainer()
    private let events = Shared<[String]>([])

    private final class Api: Sendable {}
    private final class Inbox: Sendable {}

    private struct Account: DependencyModule {
        var events: Shared<[String]>?
        let submodules: [any DependencyModule]

        func register(in container: DependencyContainer) {
            let events = events
            container.register(Inbox.self, line: 1) { Inbox() }.onRemove { _ in
                await Task.yield()
                events?.change { $0.append("inbox") }
            }
            container.register(Logger("log"), for: Logger.self).onRemove { _ in
                await Task.yield()
                events?.change { $0.append("log") }
            }
        }
    }

    private struct Network: DependencyModule {
        let events: Shared<[String]>

        func register(in container: DependencyContainer) {
            let events = events
            container.register(Api(), for: Api.self).onRemove { _ in events.change { $0.append("api") } }
        }
    }

    private func account() -> Account { Account(events: events, submodules: [Network(events: events)]) }

    @Test func `the removal of a token returns when its clean-ups have ended`() async {
        let events = events
        container.register("older", for: String.self).onRemove { _ in events.change { $0.append("older") } }
        let token = container.register("newer", for: String.self).onRemove { text in
            await Task.yield()
            #expect(!Task.isCancelled)
            events.change { $0.append(text) }
        }
        await DependencyContainer().asyncRemove(token)
        #expect(container.resolve(String.self) == "newer")
        let container = container
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await container.asyncRemove(token)
        }
        await task.value
        await container.asyncRemove(token)
        #expect(events.value == ["newer"])
        #expect(container.resolve(String.self) == "older")
    }

    @Test func `a token removes its registration from the container it stands in, once`() async {
        let events = events
        let tokens = ["a", "b", "c"].map { name in
            container.register(name, for: String.self).onRemove { text in
                await Task.yield()
                events.change { $0.append(text) }
            }
        }
        await tokens[1].asyncRemove()
        await tokens[1].asyncRemove()
        tokens[1].remove()
        #expect(events.value == ["b"])
        #expect(container.resolve(String.self) == "c")
        tokens[2].remove()
        #expect(container.resolve(String.self) == "a")
        await eventually(events.value == ["b", "c"])
        #expect(events.value == ["b", "c"])
        container.removeAll()
        tokens[0].remove()
        await tokens[0].asyncRemove()
    }

    @Test func `the token of a registration keeps no container alive, and has no effect after its end`() async {
        weak var held: DependencyContainer?
        let tokens: (AnyServiceRegistration, InstalledModule)
        do {
            let container = DependencyContainer()
            held = container
            tokens = (container.register(1, for: Int.self), container.install(Account(submodules: [])))
        }
        #expect(held == nil)
        tokens.0.remove()
        await tokens.0.asyncRemove()
        tokens.1.remove()
        await tokens.1.asyncRemove()
    }

    @Test @MainActor func `the token of a module removes it, on the caller's actor`() async {
        let installed = container.install(account())
        container.register("kept", for: String.self).onRemove { _ in MainActor.assertIsolated() }
        _ = container.resolve(Inbox.self)
        await DependencyContainer().asyncRemove(installed)
        #expect(events.value.isEmpty)
        await installed.asyncRemove()
        #expect(events.value == ["log", "inbox", "api"])
        await installed.asyncRemove()
        #expect(container.registrations.count == 1)
        await container.registrations[0].registration.asyncRemove()
        #expect(container.registrations.isEmpty)
        let other = container.install(Network(events: events))
        other.remove()
        other.remove()
        #expect(events.value == ["log", "inbox", "api", "api"])
    }

    @Test(arguments: [true, false], [true, false])
    func `an error says where and with which module a service was removed`(isAwaited: Bool, isByToken: Bool) async {
        let installed = container.install(Account(submodules: []))
        switch (isAwaited, isByToken) {
        case (true, true): await installed.asyncRemove(fileID: "App/Session.swift", line: 9)
        case (true, false): await container.asyncRemove(installed, fileID: "App/Session.swift", line: 9)
        case (false, true): installed.remove(fileID: "App/Session.swift", line: 9)
        case (false, false): container.remove(installed, fileID: "App/Session.swift", line: 9)
        }
        let note = """
            note: it was registered at HopoateTests/AsyncRemoveTests.swift:1, but that registration was removed at \
            App/Session.swift:9, with the module HopoateTests.AsyncRemoveTests.Account.
            """
        let error = #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        #expect(error?.description.contains(note) == true, "\(error!)")
        container.remove(container.register(Inbox(), for: Inbox.self))
        let other = #expect(throws: DependencyError.self) { try container.resolving(Inbox.self) }
        #expect(other?.description.contains("removed by its token") == true)
    }

    // MARK: - What is in progress meanwhile

    @Test func `removals that are unrelated do not wait for one another`() async {
        let (container, meeting) = (container, Meeting(100))
        let tokens = (0..<100).map { number in
            container.register(number, for: Int.self, named: "\(number)").onRemove { _ in await meeting.wait() }
        }
        // Each clean-up ends when all of them have begun.
        await withTaskGroup(of: Void.self) { group in
            for token in tokens { group.addTask { await container.asyncRemove(token) } }
        }
        #expect(container.registrations.isEmpty)
    }

    @Test func `a creation that a removal has cancelled is no failure`() async throws {
        let (container, began, events) = (container, Gate(), events)
        container.register("older", for: String.self)
        let token = container.register(String.self) { () async throws -> String in
            began.open()
            do { try await Task.sleep(nanoseconds: 3_600_000_000_000) } catch {
                events.change { $0.append("cancelled") }
                throw error
            }
            return "newer"
        }
        let waiting = (0..<3).map { _ in Task { try await container.asyncResolve(String.self) } }
        await began.wait()
        await container.asyncRemove(token)
        for task in waiting { #expect(try await task.value == "older") }
        #expect(events.value.first == "cancelled")
    }

    private final class Reader: Sendable {
        private let text = Dependency<String>()
        func read() -> String { text() }
    }

    @Test(arguments: [false, true])
    func `an asynchronous clean-up keeps its container alive`(isReset: Bool) async {
        let (events, mayRead) = (events, Gate())
        do {
            let container = DependencyContainer()
            container.register("text", for: String.self)
            let token = container.register(Reader.self) { Reader() }.onRemove { reader in
                await mayRead.wait()
                events.change { $0.append(reader.read()) }
            }
            _ = container.resolve(Reader.self)
            if isReset { container.reset(token) } else { container.remove(token) }
        }
        mayRead.open()
        await eventually(!events.value.isEmpty)
        #expect(events.value == ["text"])
    }

    @Test func `an ending awaits the clean-ups that were begun before it, but not those it runs in`() async {
        let (container, events, mayClose) = (container, events, Gate())
        for number in 0..<20 {
            container.remove(container.register(number, for: Int.self).onRemove { _ in await Task.yield() })
        }
        let tokens = (0..<2).map { number in
            container.register(number, for: Int.self, named: "\(number)").onRemove { _ in
                await mayClose.wait()
                await container.asyncRemoveAll()
                events.change { $0.append("closed \(number)") }
            }
        }
        for token in tokens { container.remove(token) }
        Task {
            for _ in 0..<100 { await Task.yield() }
            mayClose.open()
        }
        await container.asyncRemoveAll()
        #expect(Set(events.value) == ["closed 0", "closed 1"])
    }
}
