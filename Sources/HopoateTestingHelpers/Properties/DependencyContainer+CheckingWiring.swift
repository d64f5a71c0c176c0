public import Hopoate
public import HopoateDiagnostics

#if canImport(Testing)
import Testing
#endif

extension DependencyContainer {
    /// Reports each unregistered service that the app's properties, initializers and creators need.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies) @MainActor func everythingIsWired() {
    ///     AppDelegate().registerServices()
    ///     DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    /// }
    /// ```
    ///
    /// Call it in one test, after the app has registered its services. It finds what `validate(runningCreators: true)` and
    /// ``validateProperties(modules:keys:except:fileID:line:)`` find, in a fork of the container and on the calling thread. Each
    /// problem is an issue of the test, unless `accepting:` returns true for it. If creators must not run in tests, or if one of
    /// them traps, pass `runningCreators: false`. Run the test on the main actor to include `@MainActor` creators. The check prints
    /// what it accepts, the properties that it cannot check, and the creators that it does not run.
    /// <doc:Proving-the-wiring> says what the check does not see.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose properties to check. By default all modules, including test modules.
    ///   - keys: The typed keys that need no registration, because their defaults are enough: `[\.currency]`. The check creates
    ///     these defaults, too.
    ///   - exceptions: Services that may be missing.
    ///   - runsCreators: Whether to run creators, to find what they resolve.
    ///   - isAccepted: Returns whether to accept a problem, which is then printed and no issue. By default, none is accepted.
    ///   - fileID: The file of the call, for reports.
    ///   - line: The line of the call, for reports.
    /// - Returns: The problems that are not accepted, in the order of the issues. Empty if everything is registered.
    @discardableResult
    public func checkWiring(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        runningCreators runsCreators: Bool = true,
        accepting isAccepted: (DependencyProblem) -> Bool = { _ in false },
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [DependencyProblem] {
        let call = CodePlace(fileID, line)
        CopiesOfHopoate.check(call)
        let trial = Trial(forking: self, of: self)
        let fork = trial.forks[0]
        for key in DependencyKeys.keysWithDefaults(keys) { fork.registerDefault(of: key) }
        let (graph, ofCreators) = fork.examine(runningCreators: runsCreators, forkedFrom: self)
        let excepted = exceptions.map { nameAndHints(of: $0).name }
        var problems = graph.problems(adding: ofCreators)
        problems.removeAll { problem in
            (problem.kind == .missing || problem.kind == .nothingToDecorate)
                && excepted.contains { problem.service == $0 || problem.service.hasPrefix("\($0) taking ") }
        }
        let search = PropertySearch(TypeRecords.ofLoadedImages)
        do throws(DependencyValidationError) {
            _ = try fork.validate(search, in: modules, except: exceptions)
        } catch {
            problems += error.problems
        }
        let emptyLists = fork.emptyLists(search, in: modules)
        trial.end()
        var accepted: [DependencyProblem] = []
        problems.removeAll { problem in
            let isAccepted = isAccepted(problem)
            if isAccepted { accepted.append(problem) }
            return isAccepted
        }
        let (reported, others) = problems.limitedByKind
        for problem in reported { problem.report(in: call) }
        for text in others { report(text, at: (call.fileID.description, call.line), in: call) }
        let skipped = search.skippedProperties.filter { modules.isEmpty || modules.contains($0.module) }
            .sorted { $0.fullName < $1.fullName }
        let lines =
            skipped.limited { "checkWiring did not check \($0.fullName): \($0.reason)." }
            + graph.notes.limited { "checkWiring notes: \($0)" }
            + (graph.needsOfActors + emptyLists).limited { "checkWiring notes: \($0)" }
            + accepted.limited { "checkWiring accepted: \($0.summary)" }
        for line in lines { print(line) }
        graph.attach()
        return problems
    }

    /// Named ``checkWiring(modules:keys:except:runningCreators:accepting:fileID:line:)``.
    @available(*, unavailable, renamed: "checkWiring(modules:runningCreators:)")
    public func checkWiring(modules: [String] = [], byCreating: Bool) -> [DependencyProblem] { [] }
}

extension DependencyProblem {
    /// Reports the problem at the line of the registration that has it, or with the name of the property that has it.
    fileprivate func report(in call: CodePlace) {
        var place = subject.map { ($0.fileID, $0.line) } ?? (call.fileID.description, call.line)
        if case .capturedContainer(let fileID, let line) = kind { place = (fileID, line) }
        HopoateTestingHelpers.report(subjectOfText + description, at: place, in: call)
    }

    /// The problem in one line.
    fileprivate var summary: String {
        subjectOfText + headline + (subject.map { " (\($0.fileID):\($0.line))" } ?? "")
    }

    /// The property that has the problem, if one has.
    private var subjectOfText: String {
        if case .missingForProperty(let type, let property) = kind { "\(type).\(property): " } else { "" }
    }
}

extension DependencyGraph {
    /// The registrations without an actor that need a service which is created on one. Off that actor, they fail unless that service
    /// was created before. So it depends on the order of look-ups whether an app works.
    fileprivate var needsOfActors: [String] {
        edges.compactMap { edge in
            let isAtOnce = [.required, .optional, .contributions, .decorates].contains(edge.kind)
            guard isAtOnce, let used = edge.to.map({ nodes[$0] }), let actor = used.actor else { return nil }
            let user = nodes[edge.from]
            if user.actor != nil || !user.isLive || used.lifetime == Lifetime.eager.description { return nil }
            let needed = ServiceKey.describe(used.service, named: used.name)
            return """
                \(user), runs on any thread, and needs \(used). Off the \(actor), it fails unless \(needed) was created \
                before.
                """
        }
    }

    /// Attaches the graph to the test, if the test framework has attachments.
    fileprivate func attach() {
        #if canImport(Testing) && compiler(>=6.2)
        if Test.current == nil { return }
        Attachment.record(description, named: "dependencies.txt")
        Attachment.record(mermaid, named: "dependencies.mmd")
        #endif
    }
}
