protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }
struct Visitor { let greeting: any Greeting }

let greeting: any Greeting = Hello()
print(greeting.words)
print(Visitor(greeting: greeting).greeting.words)
