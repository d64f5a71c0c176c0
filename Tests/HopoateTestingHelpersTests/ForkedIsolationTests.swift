import Hopoate
import HopoateTestingHelpers
import Testing

private protocol Printing: Sendable {}
private struct RealPrinter: Printing {}
private struct MockPrinter: Printing {}

extension DependencyKeys {
    fileprivate var paper: DependencyKey<[String]> { .init { ["real"] } }
}

/// What a test's fork of the shared container begins with.
@Suite struct ForkedIsolationTests {
    private let processWide = DependencyContainer.processWide
    private static let real = DependencyContainer.processWide.register(RealPrinter(), for: (any Printing).self)

    init() { _ = Self.real }

    @Test func `a fork begins with the app's registrations`() {
        withIsolatedDependencies(.forked) {
            #expect(resolve((any Printing).self) is RealPrinter)
            DependencyContainer.shared.removeAll()
        }
        #expect(processWide.canResolve((any Printing).self))
    }

    @Test(.serialized, arguments: [IsolationOptions.forked, .strict])
    func `a fork has no mock of the process-wide container, even the test's own`(_ options: IsolationOptions) {
        let mock = MockContainer(MockPrinter(), for: (any Printing).self, named: "mock", container: processWide)
        let paper = MockContainer(["mock"], for: \.paper, container: processWide)
        processWide[\.paper].append("changed")
        #expect(processWide.resolve(\.paper) == ["mock", "changed"])
        for shared in [processWide, DependencyContainer(parent: processWide)] {
            DependencyContainer.withShared(shared) {
                withIsolatedDependencies(options) {
                    #expect(!DependencyContainer.shared.canResolve((any Printing).self, named: "mock"))
                    // The mock still stands, so nothing was removed.
                    let error = #expect(throws: DependencyError.self) {
                        try resolving((any Printing).self, named: "mock")
                    }
                    #expect(error?.description.contains("that registration was removed") == false)
                    #expect(DependencyContainer.shared.registrations.filter { $0.service == [String].self }.isEmpty)
                }
            }
        }
        withExtendedLifetime((mock, paper)) {}
    }

    @Test func `a fork has the mocks of the test's own containers`() {
        let container = DependencyContainer()
        let mock = MockContainer(MockPrinter(), for: (any Printing).self, container: container)
        DependencyContainer.withShared(container) {
            withIsolatedDependencies(.strict) {
                #expect(resolve((any Printing).self) is MockPrinter)
                withIsolatedDependencies(.forked) { #expect(resolve((any Printing).self) is MockPrinter) }
            }
        }
        withExtendedLifetime(mock) {}
    }

    @Test(arguments: [IsolationOptions(), .forked, .strict])
    func `late work of a test finds no real service`(_ options: IsolationOptions) async {
        let (app, created) = (DependencyContainer(), Counter())
        app.register((any Printing).self) {
            created.increment()
            return RealPrinter()
        }
        app.register(\.paper) {
            created.increment()
            return ["real"]
        }
        let (hasEnded, end) = AsyncStream<Void>.makeStream()
        let late = await DependencyContainer.withShared(DependencyContainer(parent: app)) {
            await withIsolatedDependencies(options) {
                await Task.yield()
                return Task {
                    for await _ in hasEnded {}
                    DependencyContainer.shared.register(MockPrinter(), for: (any Printing).self)
                    #expect(throws: DependencyError.self) { try resolving(\.paper) }
                    let error = #expect(throws: DependencyError.self) { try resolving((any Printing).self) }
                    return error?.description ?? ""
                }
            }
        }
        end.finish()
        let note = "note: this container ended when its test ended: await the work there."
        #expect(await late.value.contains(note))
        #expect(created.count == 0)
    }

    @Test func `the result of an operation may be discarded`() { withIsolatedDependencies { 1 } }

    @Test func `the result of an asynchronous operation may be discarded`() async {
        await withIsolatedDependencies { 1 }
    }
}
