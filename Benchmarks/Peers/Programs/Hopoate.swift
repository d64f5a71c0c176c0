import Hopoate

protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { @Dependency var greeting: any Greeting }

DependencyContainer.shared.register((any Greeting).self) { Hello() }
print(DependencyContainer.shared.resolve((any Greeting).self).words)
print(Visitor().greeting.words)
