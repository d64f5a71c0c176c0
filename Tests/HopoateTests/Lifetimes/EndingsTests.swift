import Hopoate
import Testing

/// Asynchronous clean-ups: their order, and who awaits them.
@Suite struct EndingsTests {
    let container = DependencyContainer()
    let story = Shared<[String]>([])

    /// A file or client that is closed with `await`. Not `Sendable`.
    private final class Resource {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private func register(_ names: String..., in container: DependencyContainer? = nil) {
        for name in names {
            (container ?? self.container).register(Resource.self, named: name) { Resource(name) }
                .onRemove { [story] resource in
                    await Task.yield()
                    story.change { $0.append("closed \(resource.name)") }
                }
            _ = (container ?? self.container).resolve(Resource.self, named: name)
        }
    }

    /// Registers a file with three clean-ups, the second of which closes it.
    private func registerFile(
        in container: DependencyContainer,
        close: @escaping @Sendable (String) async -> Void
    ) -> ServiceRegistration<Resource> {
        let token = container.register(Resource.self) { Resource("file") }
            .onRemove { [story] _ in story.change { $0.append("synchronous") } }
            .onRemove { resource in await close(resource.name) }
            .onRemove { [story] _ in story.change { $0.append("synchronous again") } }
        _ = container.resolve(Resource.self)
        return token
    }

    @Test func `the clean-ups of one registration run in the order in which they were added`() async {
        _ = registerFile(in: container) { [story] _ in
            await Task.yield()
            story.change { $0.append("asynchronous") }
        }
        await container.asyncRemoveAll()
        #expect(story.value == ["synchronous", "asynchronous", "synchronous again"])
    }

    @Test func `an awaited end leaves nothing of the library that keeps the container`() async {
        for _ in 0..<5_000 {
            weak var ended: DependencyContainer?
            do {
                let container = DependencyContainer()
                ended = container
                container.register(Resource("file"), for: Resource.self).onRemove { _ in await Task.yield() }.remove()
                await container.asyncRemoveAll()
            }
            #expect(ended == nil)
        }
    }

    enum End: CaseIterable { case remove, removeAll, containerIsReleased, reset }

    @Test(arguments: End.allCases)
    func `a synchronous end runs clean-ups in the same order without awaiting them`(_ end: End) async {
        let mayClose = Gate()
        do {
            let container = DependencyContainer()
            let token = registerFile(in: container) { [story] name in
                await mayClose.wait()
                story.change { $0.append("closed \(name)") }
            }
            switch end {
            case .remove: container.remove(token)
            case .removeAll: container.removeAll()
            case .reset: container.reset(token)
            case .containerIsReleased: break
            }
        }
        #expect(story.value == ["synchronous"])
        mayClose.open()
        await eventually(story.value.count == 3)
        #expect(story.value == ["synchronous", "closed file", "synchronous again"])
    }

    @Test @MainActor func `synchronous clean-ups and deinits run on the caller's actor`() async {
        container.register(Logger.self) { [story] in
            Logger("logger") {
                MainActor.assertIsolated()
                story.change { $0.append("deinit") }
            }
        }
        .onRemove { [story] _ in
            MainActor.assertIsolated()
            story.change { $0.append("function") }
        }
        _ = container.resolve(Logger.self)
        await container.asyncRemoveAll()
        #expect(story.value == ["function", "deinit"])
    }

    private final class Api { func signOut() {} }

    private final class Feed {
        @Dependency private var api: Api
        deinit { api.signOut() }
    }

    @Test func `withChild awaits clean-ups although its closure does not await`() async {
        let events = Shared<[String]>([])
        await DependencyContainer().withChild { child in
            child.register("child", for: String.self).onRemove { _ in
                await Task.yield()
                events.change { $0.append("closed") }
            }
        }
        #expect(events.value == ["closed"])
    }

    @Test func `the trap of a deinit that looks up a newer service names its end`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependencyContainer()
            container.register(Feed.self, line: 1) { Feed() }
            container.register(Api.self, line: 2) { Api() }
            _ = (container.resolve(Feed.self), container.resolve(Api.self))
            await container.asyncRemoveAll()
        }
        let note = "note: it was registered at HopoateTests/EndingsTests.swift:2, but that registration was removed at"
        #expect(try trapMessage(result).contains(note))
    }
}
