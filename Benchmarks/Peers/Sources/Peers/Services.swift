// The services that every library provides. Each object has a property that is unknown before run time: the compiler would put an
// object of constants into the binary, which costs nothing to retain.

protocol Service: AnyObject, Sendable {
    var number: Int { get }
}

/// A second service, for two threads that use two.
protocol OtherService: AnyObject, Sendable {
    var number: Int { get }
}

final class Implementation: Service, OtherService {
    let number = Int(CommandLine.argc)
    /// Keeps two objects off the same cache line, which two threads would wait for.
    let padding = (0, 0, 0, 0, 0, 0)
}

final class Mock: Service {
    let number = Int(CommandLine.argc)
    static let mock = Mock()
}

/// The limit: the cheapest thing that could do the job of a look-up.
enum Limit {
    static let service: any Service = Implementation()
    static let otherService: any OtherService = Implementation()
}

/// A service that is registered, and that nothing uses.
final class Filler<Name>: Sendable {
    let number = CommandLine.argc
}

/// An operation on types that are only known at run time.
protocol FillerVisitor {
    func visit<Name>(_ filler: Filler<Name>.Type)
}

private enum Left<Parent> {}
private enum Right<Parent> {}

/// Visits the 999 fillers that make 1,000 services with the one that a row looks up.
func visitFillers(_ visitor: some FillerVisitor) {
    func visit<Name>(_ name: Name.Type, number: Int) {
        guard number <= 999 else { return }
        visitor.visit(Filler<Name>.self)
        visit(Left<Name>.self, number: number * 2)
        visit(Right<Name>.self, number: number * 2 + 1)
    }
    visit(Void.self, number: 1)
}
