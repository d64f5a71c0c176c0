import NeedleFoundation

protocol Greeting { var words: String { get } }
struct Hello: Greeting { let words = "hello" }

final class Root: BootstrapComponent {
    var greeting: any Greeting { shared { Hello() } }
    var visitor: Visitor { Visitor(parent: self) }
}

protocol VisitorDependency: Dependency {
    var greeting: any Greeting { get }
}

final class Visitor: Component<any VisitorDependency> {}

// What the library's code generator would write.
private class VisitorDependencyProvider: VisitorDependency {
    var greeting: any Greeting { root.greeting }
    private let root: Root
    init(root: Root) { self.root = root }
}

let registry = __DependencyProviderRegistry.instance
registry.registerDependencyProviderFactory(for: "^->Root") { EmptyDependencyProvider(component: $0) }
registry.registerDependencyProviderFactory(for: "^->Root->Visitor") {
    VisitorDependencyProvider(root: $0.parent as! Root)
}

let root = Root()
print(root.greeting.words)
print(root.visitor.dependency.greeting.words)
