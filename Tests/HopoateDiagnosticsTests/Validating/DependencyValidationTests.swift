import Hopoate
import HopoateDiagnostics
import Testing

private struct A {}
private struct B {}
private struct C {}
private enum Backup: DependencyName { static let name = "backup" }

/// The texts of problems.
@Suite struct DependencyValidationTests {
    private let container = DependencyContainer()
    private let file: StaticString = "App/Main.swift"

    /// The only problem, without the module.
    private func problem() throws -> (problem: DependencyProblem, text: String) {
        let problem = try #require(container.problems().first)
        #expect(container.problems() == [problem])
        let context = /HopoateDiagnosticsTests\.(\(unknown context at \$\w+\)\.)?/
        return (problem, problem.description.replacing(context, with: "App."))
    }

    @Test func `a missing service is reported with its users and similar registrations`() throws {
        container.autoregister(A.self, fileID: file, line: 1) { (_: Named<C, Backup>) in A() }
        container.autoregister(B.self, lifetime: .transient, fileID: file, line: 2) { (_: Named<C, Backup>) in B() }
        container.register(C.self, fileID: file, line: 3) { C() }
        let (problem, text) = try problem()
        #expect(problem.kind == .missing)
        #expect(problem.name == "backup")
        #expect(problem.path == ["A", #"C "backup""#])
        #expect(
            text == """
                Nothing is registered for App.C named "backup".
                    needed by: App.A, cached, registered at App/Main.swift:1
                    needed by: App.B, transient, registered at App/Main.swift:2
                    path: A → C "backup"
                    similar: App.C, cached, registered at App/Main.swift:3
                    similar: App.B, transient, registered at App/Main.swift:2
                    similar: App.A, cached, registered at App/Main.swift:1
                    note: it is registered under another name: resolve it without a name.
                To fix this, one of:
                    1. Register the service in the container, in its parent or in a module that it installs.
                    2. If the service may be missing, take an optional parameter, or use @OptionalDependency or \
                optionalResolve(_:).
                """
        )
    }

    @Test func `a cycle is reported with its path and lines`() throws {
        container.autoregister(A.self, fileID: file, line: 1) { (_: B) in A() }
        container.autoregister(B.self, fileID: file, line: 2) { (_: C?) in B() }
        container.autoregister(C.self, fileID: file, line: 3) { (_: A) in C() }
        let (problem, text) = try problem()
        #expect(problem.kind == .cycle)
        #expect(problem.path == ["A", "B", "C", "A"])
        #expect(
            text == """
                Circular dependency: creating App.A requires App.A itself.
                    path: A → B → C → A
                          App.A, cached, registered at App/Main.swift:1
                          App.B, cached, registered at App/Main.swift:2
                          App.C, cached, registered at App/Main.swift:3
                To fix this, one of:
                    1. Let one of these services take the next one as a Lazy, which resolves it when it is used.
                    2. Let one of them resolve the next one when it uses it, for example with a @Dependency property.
                """
        )
    }

    @Test func `a decorator is kept as long as the service that it decorates`() async {
        let scope = DependencyScope()
        container.register(Double.self, lifetime: .scoped(scope)) { 1 }
        container.register(Int.self) { 1 }
        container.decorate(Int.self) { $0 }
        container.decorate(Int.self) { $0 + Int(resolve(Double.self)) }
        container.register(String.self, lifetime: .scoped(scope)) { "" }
        container.decorate(String.self) { $0 + "\(resolve(Double.self))" }
        #expect(await container.problems(runningCreators: true).map(\.path) == [["Int", "Double"]])
    }

    @Test func `a decorator of nothing is a problem`() throws {
        container.decorate(A.self, fileID: file, line: 1) { $0 }
        #expect(
            try problem().text == """
                App.A has a decorator, but there is no registration that it can decorate.
                    decorator: App.A, decorator, registered at App/Main.swift:1
                To fix this, one of:
                    1. Register the service before the decorator, or in a parent.
                    2. Remove the decorator.
                """
        )
    }

    @Test func `a covered registration has no problems`() throws {
        container.autoregister(A.self) { (_: A, _: B, _: C) in A() }
        container.decorate(A.self) { $0 }
        container.register(B.self, lifetime: .scoped(DependencyScope())) { B() }.onRemove { _ in }
        container.register(A.self) { A() }
        try container.validate()
    }
}
