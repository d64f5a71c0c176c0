import Swinject

protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { let greeting: any Greeting }

let container = Container()
container.register((any Greeting).self) { _ in Hello() }.inObjectScope(.container)
container.register(Visitor.self) { Visitor(greeting: $0.resolve((any Greeting).self)!) }
print(container.resolve((any Greeting).self)!.words)
print(container.resolve(Visitor.self)!.greeting.words)
