import FactoryKit

protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { @Injected(\.greeting) var greeting: any Greeting }

extension Container {
    var greeting: Factory<any Greeting> { self { Hello() }.cached }
}

print(Container.shared.greeting().words)
print(Visitor().greeting.words)
