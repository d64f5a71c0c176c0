public import Hopoate
public import HopoateDiagnostics

#if canImport(Testing)
import Testing
#endif

extension DependencyContainer {
    /// Creates every service once, and reports each that is missing for properties, initializers and creators, and other problems.
    ///
    /// ```swift
    /// @Test(.isolatedDependencies) @MainActor func everythingIsWired() async {
    ///     AppDelegate().registerServices()
    ///     await DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    /// }
    /// ```
    ///
    /// Creators run in a fork, and do what they do in the app. If one must not run, register a stub before, or pass its service in
    /// `except:`. The check finds what `validate(runningCreators: true)` and ``validateProperties(modules:keys:except:fileID:line:)``
    /// find. Each problem is an issue of the test, unless `accepting:` returns true for all of its users. The check prints what it
    /// accepts, notes, and the properties that it cannot check. <doc:Proving-the-wiring> says what it does not see.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose properties to check. By default all modules, including test modules.
    ///   - keys: The app's typed keys. Each has to be registered or have a default, which is created.
    ///   - exceptions: Services that may be missing, and that are not created for themselves.
    ///   - runsCreators: Whether to run creators, to find what they resolve.
    ///   - isAccepted: Returns whether to accept a problem for one of its users.
    ///   - isolation: The caller's actor.
    ///   - fileID: The file of the call, for reports.
    ///   - line: The line of the call, for reports.
    /// - Returns: The problems that are not accepted, in the order of the issues. Empty if everything is registered.
    @discardableResult
    public func checkWiring(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        runningCreators runsCreators: Bool = true,
        accepting isAccepted: ((DependencyProblem) -> Bool)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [DependencyProblem] {
        let call = CodePlace(fileID, line)
        CopiesOfHopoate.check(call)
        let search = PropertySearch(TypeRecords.ofLoadedImages, in: modules)
        let typedKeys = DependencyKeys.keys(at: keys)
        var options = CheckOptions()
        (options.keys, options.exceptions) = (typedKeys, exceptions)
        options.properties = Dictionary(grouping: search.properties) { ObjectIdentifier($0.service) }
            .mapValues { $0.map(\.fullName) }
        options.addProblems = { fork, problems in
            fork.add(search, except: exceptions + typedKeys.map(\.service), to: &problems)
        }
        let examination = runsCreators ? await examineCreating(options) : examine(options)
        let excepted = exceptions.map { ServiceKey($0, named: nil).label }
        let found = examination.problems.filter { problem in
            problem.kind != .missing && problem.kind != .nothingToDecorate
                || !excepted.contains { problem.service == $0 || problem.service.hasPrefix("\($0) taking ") }
        }
        let parts = found.map { problem in problem.parts.map { (part: $0, isAccepted: isAccepted?($0) == true) } }
        let accepted = parts.joined().filter(\.isAccepted).map(\.part)
        let problems = zip(found, parts).compactMap { problem, parts in
            parts.allSatisfy(\.isAccepted) ? nil : problem.with(parts.filter { !$0.isAccepted }.map(\.part))
        }
        let (reported, others) = problems.limitedByKind
        for problem in reported {
            let place = problem.subject.map { ($0.fileID, $0.line) } ?? (call.fileID.description, call.line)
            report(problem.description, at: place, in: call)
        }
        for text in others { report(text, at: (call.fileID.description, call.line), in: call) }
        var unused = examination.graph.unused(typedKeys, excepted, search)
        if keys.count > typedKeys.count { unused.append("an entry of `keys:` that is no typed key") }
        if isAccepted != nil, accepted.isEmpty { unused.append("`accepting:`") }
        let skipped = search.skippedProperties.sorted { $0.fullName < $1.fullName }
        let lines =
            skipped.limited { "checkWiring did not check \($0.fullName): \($0.reason)." }
            + search.otherModules.map { "checkWiring left out the module \($0), which has properties." }
            + examination.notes.limited { "checkWiring notes: \($0)" }
            + unused.limited { "checkWiring found nothing for \($0)." }
            + accepted.limited { "checkWiring accepted: \($0.summary)" }
        for line in lines { print(line) }
        examination.graph.attach()
        return problems
    }
}

extension DependencyProblem {
    /// A problem for each user.
    fileprivate var parts: [DependencyProblem] {
        let parts = paths.map { part([$0], []) } + properties.map { part([], [$0]) }
        return parts.isEmpty ? [self] : parts
    }

    fileprivate func with(_ parts: [DependencyProblem]) -> DependencyProblem {
        part(parts.flatMap(\.paths), parts.flatMap(\.properties))
    }

    private func part(_ paths: [[DependencyGraph.Node]], _ properties: [String]) -> DependencyProblem {
        // The first user is in the texts.
        if kind != .missing { return paths.isEmpty ? self : DependencyProblem(kind, paths) }
        var copy = self
        (copy.paths, copy.properties) = (paths, properties)
        return copy
    }

    /// The problem in one line.
    fileprivate var summary: String {
        let places = subject.map { ["(\($0.fileID):\($0.line))"] } ?? properties.map { "(\($0))" }
        return ([headline] + places.prefix(1)).joined(separator: " ")
    }
}

extension DependencyGraph {
    /// The typed keys and exceptions that nothing in the graph and no property has to do with.
    fileprivate func unused(_ keys: [ServiceKey], _ excepted: [String], _ search: PropertySearch) -> [String] {
        let services = Set(search.properties.map { ServiceKey($0.service, named: nil).label })
        let known = services.union(nodes.map(\.service)).union(edges.map(\.service))
        let used = Set(edges.compactMap(\.name))
        return keys.filter { !services.contains($0.label) && !used.contains($0.name ?? "") }.map(\.spelling)
            + excepted.filter { !known.contains($0) }.map { "\($0) of `except:`" }
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
