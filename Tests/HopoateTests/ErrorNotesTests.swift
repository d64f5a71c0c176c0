import Testing

@testable import Hopoate

/// Parts of messages that depend on where and when a look-up was made.
@Suite struct ErrorNotesTests {
    private struct Store: Sendable {}

    private let container = DependencyContainer()
    private let file: StaticString = "App/File.swift"

    private func text<Value>(_ lookUp: () throws -> Value) -> String {
        dependencyError { _ = try lookUp() }?.description ?? "found"
    }

    private func lines(_ text: String, with part: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains(part) }.map { $0.drop { $0 == " " } }.map(String.init)
    }

    @Test func `an asynchronous service is awaited with all eager ones first`() {
        container.register(Store.self, lifetime: .eager) { () async throws in throw CancellationError() }
        let text = text { try container.resolving(Store.self) }
        #expect(
            text.hasSuffix(
                """
                To fix this, await the service before: with `try await container.waitUntilReady()` if its lifetime is `eager`, or else with
                `try await container.asyncResolve(ErrorNotesTests.Store.self)`. If the instance is kept, `resolve` returns it until \
                its scope is reset or the registration is removed.
                """
            ),
            "\(text)"
        )
    }

    private func note(on way: String) -> [String] {
        ["note: it was registered at App/File.swift:7, but that registration was removed \(way)"]
    }

    @Test(arguments: [false, true])
    func `an error says where everything was removed`(isAwaited: Bool) async {
        container.register(1, for: Int.self)
        container.register(Store(), for: Store.self, fileID: file, line: 7)
        if isAwaited {
            await container.asyncRemoveAll(fileID: "App/Logout.swift", line: 9)
        } else {
            container.removeAll(fileID: "App/Logout.swift", line: 9)
        }
        let removed = note(on: "at App/Logout.swift:9, with all others.")
        #expect(lines(text { try container.resolving(Store.self) }, with: "note:") == removed)
        // Also the error of a child.
        let child = DependencyContainer(parent: container)
        #expect(lines(text { try child.resolving(Store.self) }, with: "note:") == removed)
        #expect(lines(text { try container.resolving(String.self) }, with: "was registered at") == [])

        let line = #line + 1
        container.removeAll()
        container.register(Store(), for: Store.self, fileID: file, line: 7)
        await container.asyncRemoveAll()
        let places = [line, line + 2].map { "HopoateTests/ErrorNotesTests.swift:\($0)" }
        #expect(
            lines(text { try container.resolving(Store.self) }, with: "note:")
                == note(on: "at \(places[1]), with all others.")
        )
        // A newer registration, which its token removes.
        container.remove(container.register(Store(), for: Store.self, fileID: file, line: 8))
        let text = text { try container.resolving(Store.self) }
        #expect(
            text.contains("registered at App/File.swift:8, but that registration was removed by its token"),
            "\(text)"
        )
    }

    @Test func `the removal of everything does not explain an earlier one by a token`() {
        container.remove(container.register(Store(), for: Store.self, fileID: file, line: 7))
        container.removeAll()
        let removed = note(on: "by its token.")
        #expect(lines(text { try container.resolving(Store.self) }, with: "note:") == removed)
    }

    @Test func `the ends of withChild and its parents are no removals by tokens`() {
        let child = {
            container.withChild { child in
                child.register(Store(), for: Store.self, fileID: file, line: 7)
                return DependencyContainer(parent: child)
            }
        }()
        let removed = note(on: "when its container ended.")
        #expect(lines(text { try child.resolving(Store.self) }, with: "note:") == removed)
    }

    @Test func `an error is about the container as it is when the error is read`() {
        let error = dependencyError { try container.resolving(Store.self) }
        container.register(Store(), for: Store.self, named: "main")
        #expect(
            error?.description.contains("note: it is registered under another name: pass `named: \"main\"`.") == true
        )
        #expect(error?.similarRegistrations.map(\.name) == ["main"])
        container.removeAll()
        #expect(error?.similarRegistrations.isEmpty == true)
        #expect(error?.description.contains("note: the container is empty") == true)
    }
}
