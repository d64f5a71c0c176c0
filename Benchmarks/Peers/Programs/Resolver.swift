import Resolver

protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { @Injected var greeting: any Greeting }

Resolver.register { Hello() as any Greeting }.scope(.application)
print(Resolver.resolve((any Greeting).self).words)
print(Visitor().greeting.words)
