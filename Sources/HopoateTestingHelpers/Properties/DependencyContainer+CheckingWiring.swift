public import Hopoate
public import HopoateDiagnostics

#if canImport(Testing)
import Testing
#endif

extension DependencyContainer {
    /// Proves in one test that everything the app looks up is registered: by properties, initializers and creators.
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
    /// container, on the calling thread. It records each problem as an issue of its own: at the line of the registration
    /// that the problem is about, or, if it is about a property of a type, at the call. With XCTest, all issues are at the
    /// call. It does not end the test. A service that is cleaned up before one that uses it is a problem, too.
    ///
    /// It runs creators once more, for the fork: those that are synchronous, take no argument, and belong to no actor or to
    /// the one that the test runs on. In a test on the main actor, it sees most. An eager creator of 1.x's form, which a fork
    /// would run anywhere, is reported and does not run if it was written on another actor. A creator that traps ends the process; pass
    /// `false` for `isCreating` if creators must not run in tests.
    ///
    /// It prints the properties whose service it cannot tell, each with the reason: see ``ValidatedProperties/skippedProperties``.
    ///
    /// With Swift Testing, it attaches the graph to the test: as a tree, `dependencies.txt`, and as a text for Mermaid,
    /// `dependencies.mmd`. `swift test --attachments-path` says where they go.
    ///
    /// - Parameters:
    ///   - modules: The names of the modules whose properties to look at: all by default, the test's own too.
    ///   - keys: The typed keys of properties that do with the key's default: `[\.currency]`.
    ///   - exceptions: Services that may be missing.
    ///   - isCreating: Whether to find out what creators look up, by running them.
    ///   - fileID: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The problems, in the order of the issues. Empty when everything is wired.
    @discardableResult
    public func checkWiring(
        modules: [String] = [],
        keys: [PartialKeyPath<DependencyKeys>] = [],
        except exceptions: [Any.Type] = [],
        runningCreators isCreating: Bool = true,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [DependencyProblem] {
        let call = CodePlace(fileID, line)
        CopiesOfHopoate.check(call)
        let fork = forkForTrial()
        let (graph, ofCreators) = fork.examine(runningCreators: isCreating, forkedFrom: self)
        let excepted = exceptions.map { surroundings(of: $0).name }
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
}

extension DependencyProblem {
    /// Reports the problem at the line of the registration that it is about, or with the name of the property that it is
    /// about.
    fileprivate func report(in call: CodePlace) {
        let place = subject.map { ($0.fileID, $0.line) } ?? (call.fileID.description, call.line)
        var message = description
        if case .missingForProperty(let type, let property) = kind { message = "\(type).\(property): " + message }
        HopoateTestingHelpers.report(message, at: place, in: call)
    }
}

extension DependencyGraph {
    /// Attaches pictures to the test, where the test framework has attachments.
    fileprivate func attach() {
        #if canImport(Testing) && compiler(>=6.2)
        if Test.current == nil { return }
        Attachment.record(description, named: "dependencies.txt")
        Attachment.record(mermaid, named: "dependencies.mmd")
        #endif
    }
}
