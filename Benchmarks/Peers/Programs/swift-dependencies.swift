import Dependencies

protocol Greeting: Sendable { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { @Dependency(\.greeting) var greeting }

enum GreetingKey: DependencyKey {
    static let liveValue: any Greeting = Hello()
}

extension DependencyValues {
    var greeting: any Greeting {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
}

func greet() {
    @Dependency(\.greeting) var greeting
    print(greeting.words)
}

greet()
print(Visitor().greeting.words)
