import Hopoate
import HopoateDiagnostics
import Testing

/// Who keeps a service makes it: what a parent keeps is never made from what a child has.
@Suite struct CaptivityTests {
    private struct RequestID {}
    private final class Ledger: Sendable {}

    private struct Pair {
        let id: RequestID
        init(id: RequestID) { self.id = id }
    }

    private struct Holder {
        let pair: Pair
        init(pair: Pair) { self.pair = pair }
    }

    let parent = DependencyContainer()
    let child: DependencyContainer

    init() { child = DependencyContainer(parent: parent) }

    @Test(arguments: [false, true]) func theErrorNamesBothLinesAndTheCure(_ isAsync: Bool) async throws {
        let line = #line + 1
        child.register(RequestID(), for: RequestID.self)
        if isAsync {
            parent.register(Ledger.self) {
                _ = try await DependencyContainer.shared.asyncResolve(RequestID.self)
                return Ledger()
            }
        } else {
            parent.register(Ledger.self) {
                _ = try DependencyContainer.shared.resolving(RequestID.self)
                return Ledger()
            }
        }
        let error = try await #require(throws: DependencyError.self) { try await child.asyncResolve(Ledger.self) }
        let text = error.description
        #expect(text.contains("Nothing is registered for HopoateTests.CaptivityTests.RequestID."))
        #expect(text.contains("that was asked for HopoateTests.CaptivityTests.Ledger has it"))
        #expect(text.contains("eager, registered at HopoateTests/CaptivityTests.swift:\(line))"))
        let lineOfLedger = line + (isAsync ? 2 : 7)
        #expect(text.contains("(cached, registered at HopoateTests/CaptivityTests.swift:\(lineOfLedger))"))
        #expect(text.contains("is kept by a parent, and made from the parent's services alone."))
        #expect(text.contains("Register HopoateTests.CaptivityTests.Ledger with the lifetime `perContainer`"))
    }

    @Test(arguments: [false, true]) func aServiceMayNeedItselfInAnotherContainer(_ isAsync: Bool) async throws {
        parent.register(7, for: Int.self)
        if isAsync {
            parent.register(String.self, lifetime: .transient) {
                "part of \(try await DependencyContainer.shared.asyncResolve(Int.self))"
            }
            parent.register([String].self) { [try await DependencyContainer.shared.asyncResolve(String.self)] }
            child.register(Int.self, lifetime: .transient) {
                try await DependencyContainer.shared.asyncResolve([String].self).count
            }
        } else {
            parent.register(String.self, lifetime: .transient) {
                "part of \(try DependencyContainer.shared.resolving(Int.self))"
            }
            parent.register([String].self) { [try DependencyContainer.shared.resolving(String.self)] }
            child.register(Int.self, lifetime: .transient) {
                try DependencyContainer.shared.resolving([String].self).count
            }
        }
        #expect(try await child.asyncResolve(String.self) == "part of 1")
        #expect(parent.resolve([String].self) == ["part of 7"])
    }

    @Test func aServiceMayNeedItselfInAnotherContainerForTheSameArgument() throws {
        parent.register(Int.self, taking: String.self) { [parent] text in
            if DependencyContainer.shared === parent { return text.count }
            return try parent.resolving(Int.self, with: text) * 10
        }
        #expect(try child.resolving(Int.self, with: "four") == 40)
    }

    @Test(arguments: [Lifetime.cached, .weak, .graph, .perContainer])
    func whatNobodyCanAskForAgainIsMadeInTheChild(_ lifetime: Lifetime) throws {
        parent.register(Ledger.self, taking: (Int, Int).self, lifetime: lifetime) { _ in
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return Ledger()
        }
        child.register(RequestID(), for: RequestID.self)
        _ = try child.resolving(Ledger.self, with: (1, 2))
    }

    @Test(.disabled(if: isSanitized), arguments: [Lifetime.transient, .perContainer])
    func everNewChildrenWithinOneAnotherAreACycle(_ lifetime: Lifetime) throws {
        let parent = parent
        parent.register(Ledger.self, lifetime: lifetime) {
            try DependencyContainer(parent: parent).resolving(Ledger.self)
        }
        let error = try #require(throws: DependencyError.self) { try parent.resolving(Ledger.self) }
        guard case .cycle = error.reason else { throw error }
    }

    @Test func validatingAChildTellsOfWhatOnlyTheChildHas() throws {
        parent.autoregister(Pair.self, lifetime: .transient, initializer: Pair.init)
        #expect(throws: DependencyValidationError.self) { try child.validate() }
        child.register(RequestID(), for: RequestID.self)
        try child.validate()
        try child.validate(byCreating: true)
        parent.autoregister(Holder.self, initializer: Holder.init)
        let error = try #require(throws: DependencyValidationError.self) { try child.validate() }
        #expect(error.problems.map(\.kind) == [.missing])
        #expect(error.problems[0].path == ["Holder", "RequestID"])
        let text = error.description
        #expect(text.contains("only a child has it: HopoateTests.CaptivityTests.RequestID, eager, registered at"))
        #expect(text.contains("Let each container make what needs it: give that the lifetime `perContainer`."))
    }

    @Test(arguments: [Lifetime.transient, .perContainer, .cached])
    func aContributionIsValidInTheChildUnlessTheParentKeepsIt(_ lifetime: Lifetime) throws {
        parent.contribute(to: String.self, lifetime: lifetime) {
            _ = try DependencyContainer.shared.resolving(RequestID.self)
            return "contribution"
        }
        child.register(RequestID(), for: RequestID.self)
        let isValid = (try? child.validate(byCreating: true)) != nil
        #expect(isValid == (lifetime != .cached))
    }
}
