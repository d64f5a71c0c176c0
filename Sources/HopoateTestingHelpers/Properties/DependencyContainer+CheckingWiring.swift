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
    /// problem is an issue of the test. If creators must not run in tests, or if one of them traps, pass
    /// `runningCreators: false`. Run the test on the main actor to include `@MainActor` creators.
    /// <doc:Proving-the-wiring> says what the check does not see.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose properties to check. By default all modules, including test modules.
    ///   - keys: The typed keys that need no registration, because their defaults are enough: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - runsCreators: Whether to run creators, to find what they resolve.
    ///   - fileID: The file of the call, for reports.
    ///   - line: The line of the call, for reports.
    /// - Returns: The problems, in the order of the issues. Empty if everything is registered.
    @discardableResult
    public func checkWiring(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        runningCreators runsCreators: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [DependencyProblem] {
        let call = CodePlace(fileID, line)
        CopiesOfHopoate.check(call)
        let trial = Trial(forking: self, of: self)
        let fork = trial.forks[0]
        let (graph, ofCreators) = fork.examine(runningCreators: runsCreators, forkedFrom: self)
        let excepted = exceptions.map { nameAndHints(of: $0).name }
        var problems = graph.problems(adding: ofCreators)
        problems.removeAll { problem in
            (problem.kind == .missing || problem.kind == .nothingToDecorate)
                && excepted.contains { problem.service == $0 || problem.service.hasPrefix("\($0) taking ") }
        }
        let search = PropertySearch(TypeRecords.ofLoadedImages)
        do throws(DependencyValidationError) {
            let excepted = exceptions + DependencyKeys.servicesWithDefaults(keys)
            _ = try fork.validate(search, in: modules, except: excepted)
        } catch {
            problems += error.problems
        }
        trial.end()
        for problem in problems { problem.report(in: call) }
        for (module, name, reason) in search.skippedProperties.sorted(by: { $0.fullName < $1.fullName })
        where modules.isEmpty || modules.contains(module) {
            print("checkWiring did not check \(name): \(reason).")
        }
        for node in graph.nodes where node.isNotCleanedUp == true {
            print("checkWiring did not run the onRemove of \(node): something else may hold the instance.")
        }
        graph.attach()
        return problems
    }

    /// Named ``checkWiring(modules:keys:except:runningCreators:fileID:line:)``.
    @available(*, unavailable, renamed: "checkWiring(modules:runningCreators:)")
    public func checkWiring(modules: [String] = [], byCreating: Bool) -> [DependencyProblem] { [] }
}

extension DependencyProblem {
    /// Reports the problem at the line of the registration that has it, or with the name of the property that has it.
    fileprivate func report(in call: CodePlace) {
        var place = subject.map { ($0.fileID, $0.line) } ?? (call.fileID.description, call.line)
        if case .capturedContainer(let fileID, let line) = kind { place = (fileID, line) }
        var message = description
        if case .missingForProperty(let type, let property) = kind { message = "\(type).\(property): " + message }
        HopoateTestingHelpers.report(message, at: place, in: call)
    }
}

extension DependencyGraph {
    /// Attaches the graph to the test, if the test framework has attachments.
    fileprivate func attach() {
        #if canImport(Testing) && compiler(>=6.2)
        if Test.current == nil { return }
        Attachment.record(description, named: "dependencies.txt")
        Attachment.record(mermaid, named: "dependencies.mmd")
        #endif
    }
}
