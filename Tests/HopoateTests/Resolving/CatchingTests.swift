import Hopoate
import Testing

/// Errors are caught as users catch them, with bodies that branch: of functions that throw a type, the compilers from 6.1 to
/// 6.4 do not compile these (`swiftlang/swift` 86924, 89838, 90582).
@Suite struct CatchingTests {
    let container = DependencyContainer()

    @Test(arguments: [true, false]) func anErrorIsCaughtAsItsType(_ isRegistered: Bool) {
        if isRegistered { container.register(1, for: Int.self) }
        var service: Any.Type?
        do {
            let number = try container.resolving(Int.self)
            #expect(isRegistered && number == 1)
        } catch let error as DependencyError {
            service = isRegistered ? nil : error.service
        } catch {
            Issue.record(error)
        }
        #expect((service == nil) == isRegistered)
    }

    @Test(arguments: ["type", "key", "argument", "all", "global", "global key"])
    func everyFunctionThatThrowsCanBeCaught(_ function: String) {
        container.contribute(to: Int.self) { throw SomeError() }
        let isCaught = DependencyContainer.withShared(container) { () -> Bool in
            do {
                return switch function {
                case "type": try container.resolving(Int.self) == 1 && function.isEmpty
                case "key": try container.resolving(\.caught) == 1 && function.isEmpty
                case "argument": try container.resolving(Int.self, with: "a") == 1 && function.isEmpty
                case "all": try container.resolvingAll(Int.self).isEmpty && function.isEmpty
                case "global": try resolving(Int.self) == 1 && function.isEmpty
                default: try resolving(\.caught) == 1 && function.isEmpty
                }
            } catch let error as DependencyError {
                return error.fileID == "HopoateTests/CatchingTests.swift"
            } catch {
                return false
            }
        }
        #expect(isCaught)
    }

    @Test(arguments: ["type", "key", "argument"]) func everyFunctionThatIsAwaitedCanBeCaught(_ function: String) async {
        var isCaught = false
        do {
            let number =
                switch function {
                case "type": try await container.asyncResolve(Int.self)
                case "key": try await container.asyncResolve(\.caught)
                default: try await container.asyncResolve(Int.self, with: "a")
                }
            #expect(number == 1 && isCaught)
        } catch is DependencyError {
            isCaught = true
        } catch {
            Issue.record(error)
        }
        #expect(isCaught)
    }
}

extension DependencyKeys {
    fileprivate var caught: DependencyKey<Int> { .required() }
}
