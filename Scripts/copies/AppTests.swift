// The app's tests, in another dynamic library with a copy of Hopoate in it.

import Hopoate

@testable import HopoateTestingHelpers

nonisolated(unsafe) private var registration: AnyServiceRegistration?

/// Registers a mock in the tests' shared container.
@_cdecl("tests_register")
public func testsRegister() { registration = DependencyContainer.shared.register(42, for: Int.self) }

/// Prints the report of HopoateTestingHelpers.
@_cdecl("tests_print_problem")
public func testsPrintProblem() { print(CopiesOfHopoate.problem ?? "no problem") }
