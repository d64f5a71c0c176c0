// The services of the rows. Each object has a property that is unknown before run time: the compiler would put an object of
// constants into the binary, which costs nothing to retain.

import Hopoate

protocol Service: AnyObject, Sendable {
    var number: Int { get }
}

/// A second service, for rows in which two threads use two.
protocol OtherService: AnyObject, Sendable {
    var number: Int { get }
}

/// The service of mocks.
protocol MockedService: AnyObject, Sendable {
    var number: Int { get }
}

/// A service that is never registered.
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
