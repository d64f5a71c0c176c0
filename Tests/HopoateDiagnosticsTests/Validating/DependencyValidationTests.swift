import Testing

@testable import Hopoate
@testable import HopoateDiagnostics

@Suite struct DependencyValidationTests {
    private func problem(_ builder: GraphFixture) throws -> DependencyProblem {
        let problems = builder.graph.problems()
        #expect(problems.count == 1)
        return try #require(problems.first)
    }

    @Test func `a missing service is reported with its users and similar registrations`() throws {
        var builder = GraphFixture()
        let (a, b) = (builder.add("A"), builder.add("B", .service, .passing))
        builder.add("Store")
        builder.need(b, missing: "Store", named: "backup", .lazy)
        builder.need(a, missing: "Store", named: "backup")
        let problem = try problem(builder)
        #expect(problem.kind == .missing)
        #expect(problem.service == "App.Store")
        #expect(problem.name == "backup")
        #expect(problem.path == ["A", #"Store "backup""#])
        #expect(
            problem.description == """
                Nothing is registered for App.Store named "backup".
                    needed by: App.A, cached, registered at App/Main.swift:1
                    needed by: App.B, transient, registered at App/Main.swift:2
                    path: A → Store "backup"
                    similar: App.Store, cached, registered at App/Main.swift:3
                To fix this, one of:
                    1. Register the service in the container, in its parent or in a module that it installs.
                    2. If the service may be missing, take an optional parameter, or use @OptionalDependency or \
                optionalResolve(_:).
                """
        )
    }

    @Test func `the five most similar registrations are named, each on one line`() throws {
        var builder = GraphFixture()
        let a = builder.add("A")
        for name in ["backup", "other", "maim", "spare", "m\nn", "main2", "main"] { builder.add("Store", named: name) }
        builder.need(a, missing: "Store", named: "mai")
        let lines = try problem(builder).description.split(separator: "\n").filter { $0.contains("similar: ") }
        let names = lines.map { $0.split(separator: "named ").last?.prefix { $0 != "," } ?? "" }
        #expect(names == [#""maim""#, #""main""#, #""m\nn""#, #""main2""#, #""spare""#])
    }

    @Test func `a cycle is reported with its path and lines`() throws {
        var builder = GraphFixture()
        let nodes = ["A", "B", "C"].map { builder.add($0) }
        builder.connect(nodes[0], nodes[1])
        builder.connect(nodes[1], nodes[2], .optional)
        builder.connect(nodes[2], nodes[0])
        let problem = try problem(builder)
        #expect(problem.kind == .cycle)
        #expect(problem.path == ["A", "B", "C", "A"])
        #expect(
            problem.description == """
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

    @Test func `a captive is found through a service that is not kept`() throws {
        var builder = GraphFixture()
        let feed = builder.add("Feed")
        let fetcher = builder.add("Fetcher", .service, .passing)
        let session = builder.add("Session", .service, .scoped(0))
        builder.connect(feed, fetcher)
        builder.connect(fetcher, session, .lazy)
        let problem = try problem(builder)
        #expect(problem.kind == .captive)
        #expect(
            problem.description == """
                App.Feed (cached) holds App.Session (scoped), whose lifetime can end first.
                    path: Feed → Fetcher → Session
                          App.Feed, cached, registered at App/Main.swift:1
                          App.Fetcher, transient, registered at App/Main.swift:2
                          App.Session, scoped, registered at App/Main.swift:3
                To fix this, one of:
                    1. Let the holder resolve the service each time it uses it, for example with a @Dependency property.
                    2. Give the holder the lifetime of the service that it holds, or `transient`.
                    3. Give the service that it holds a lifetime as long as the holder's.
                """
        )
    }

    @Test func `a decorator is kept as long as the service that it decorates`() {
        let (container, scope) = (DependencyContainer(), DependencyScope())
        container.register(Double.self, lifetime: .scoped(scope)) { 1 }
        container.register(Int.self) { 1 }
        container.decorate(Int.self) { $0 }
        container.decorate(Int.self) { $0 + Int(resolve(Double.self)) }
        container.register(String.self, lifetime: .scoped(scope)) { "" }
        container.decorate(String.self) { $0 + "\(resolve(Double.self))" }
        #expect(container.problems(runningCreators: true).map(\.path) == [["Int", "Double"]])
    }

    @Test func `a service that two modules register is a duplicate`() throws {
        var builder = GraphFixture()
        builder.add("Store", module: "Core", answers: false)
        builder.add("Log", module: "Core")
        builder.add("Store", .decorator, answers: false)
        builder.add("Store", module: "Disk")
        builder.add("Store", named: "backup", module: "Disk")
        builder.add("Log", module: "Disk", container: 1)
        let problem = try problem(builder)
        #expect(problem.kind == .duplicate)
        #expect(
            problem.description == """
                App.Store is registered by several modules, and only the newest registration is used.
                    registration: App.Store, cached, registered by Core at App/Main.swift:1
                    registration: App.Store, cached, registered by Disk at App/Main.swift:4
                To fix this, one of:
                    1. Register the service in one module only.
                    2. Give each registration a name of its own.
                    3. If one overrides the other on purpose, register it in the container itself, after the modules.
                """
        )
    }

    @Test func `a decorator of nothing is a problem`() throws {
        var builder = GraphFixture()
        builder.need(builder.add("Log", .decorator), missing: "Log", .decorates)
        let problem = try problem(builder)
        #expect(problem.kind == .nothingToDecorate)
        #expect(
            problem.description == """
                App.Log has a decorator, but there is no registration that it can decorate.
                    decorator: App.Log, decorator, registered at App/Main.swift:1
                To fix this, one of:
                    1. Register the service before the decorator, or in a parent.
                    2. Remove the decorator.
                """
        )
    }

    @Test func `a covered registration has no problems`() throws {
        var builder = GraphFixture()
        let old = builder.add("Feed", answers: false)
        let decorator = builder.add("Feed", .decorator, answers: false)
        builder.connect(decorator, old, .decorates)
        builder.connect(old, old)
        builder.connect(old, builder.add("Session", .service, .scoped(0)))
        builder.need(old, missing: "Clock")
        builder.need(builder.add("Log", .decorator, answers: false), missing: "Log", .decorates)
        builder.add("Feed")
        try builder.graph.validate()
    }
}
