public import Hopoate
public import HopoateDiagnostics

#if canImport(Testing)
import Testing
#endif

extension DependencyContainer {
    /// Proves in one test that each service that properties, initializers and creators look up is registered.
    ///
    /// Call it after the app has registered its services:
    ///
    /// ```swift
    /// @Test(.isolatedDependencies) @MainActor func everythingIsWired() {
    ///     AppDelegate().registerServices()
    ///     DependencyContainer.shared.checkWiring(modules: ["MyApp"])
    /// }
    /// ```
    ///
    /// It does what ``validateProperties(modules:keys:except:fileID:line:)`` and `validate(runningCreators:)` do, in a fork of the
    /// container, on the calling thread. It records each problem as an issue: at the line of the registration that has the problem,
    /// or at the call if a property has it. With XCTest, all issues are at the call. It does not end the test. A service that is
    /// cleaned up before another service that uses it is a problem too.
    ///
    /// It runs creators once more, for the fork, if they are synchronous, take no argument, and belong to no actor or to the test's
    /// actor. In a test on the main actor, it sees most of them. An eager creator of 1.x's form, which a fork would run anywhere, is
    /// reported and does not run if it was written on another actor. A creator that traps ends the process: pass `false` for
    /// `isCreating` if creators must not run in tests.
    ///
    /// It prints the properties whose services it does not know, with the reasons: see ``ValidatedProperties/skippedProperties``.
    ///
    /// With Swift Testing, it attaches the graph to the test: as a tree, `dependencies.txt`, and for Mermaid, `dependencies.mmd`.
    /// `swift test --attachments-path` sets their folder.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose properties to check: all by default, the test's own too.
    ///   - keys: The typed keys of properties for which the key's default is enough: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - runsCreators: Whether to see the look-ups of creators, by running them.
    ///   - fileID: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The problems, in the order of the issues. Empty when everything is wired.
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
        let fork = forkForTrial()
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
        for problem in problems { problem.report(in: call) }
        for (module, name, reason) in search.skippedProperties.sorted(by: { $0.fullName < $1.fullName })
        where modules.isEmpty || modules.contains(module) {
            print("checkWiring has not looked at \(name): \(reason).")
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
        let place = subject.map { ($0.fileID, $0.line) } ?? (call.fileID.description, call.line)
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
