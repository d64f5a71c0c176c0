// What the rows resolve. Every object has a property that is not known before run time, as the compiler would lay out
// an object of constants in the binary, which costs nothing to retain.

import Hopoate

protocol Service: AnyObject, Sendable {
    var number: Int { get }
}

/// A second service, for the rows in which two threads use two.
protocol OtherService: AnyObject, Sendable {
    var number: Int { get }
}

/// What a mock is registered for.
protocol MockedService: AnyObject, Sendable {
    var number: Int { get }
}

/// What nobody registers.
protocol MissingService: AnyObject, Sendable {
    var number: Int { get }
}

final class Implementation: Service, OtherService, MockedService, MissingService {
    let number = Int(CommandLine.argc)
}

extension DependencyKeys {
    var registered: DependencyKey<any Service> { .init { Implementation() } }
    var defaulted: DependencyKey<any Service> { .init { Implementation() } }
}
