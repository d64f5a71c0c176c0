// A program that knows the three libraries by their textual interfaces only, as one does that gets them in binary form.

import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers

protocol Greeting {
    var words: String { get }
}

struct Real: Greeting { let words = "real" }
struct Mock: Greeting { let words = "mock" }

struct Decorated: Greeting {
    let inner: any Greeting
    var words: String { "decorated " + inner.words }
}

struct Visitor {
    @Dependency private var greeting: any Greeting
    func greet() { print(greeting.words) }
}

@main
struct Client {
    static func main() throws {
        DependencyContainer.shared.register((any Greeting).self, lifetime: .transient) { Real() }
        let visitor = Visitor()
        visitor.greet()
        let mock = MockContainer(Mock(), for: (any Greeting).self)
        visitor.greet()
        DependencyContainer.shared.decorate((any Greeting).self) { Decorated(inner: $0) }
        visitor.greet()
        try DependencyContainer.shared.validate()
        withExtendedLifetime(mock) {}
    }
}
