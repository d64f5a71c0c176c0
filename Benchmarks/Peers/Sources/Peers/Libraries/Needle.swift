#if canImport(NeedleFoundation)
import NeedleFoundation

let needle: Library? = Library(name: "Needle") { row in
    registerProviderFactories()
    let root = NeedleRoot()
    let screen = root.screen
    let kept: Body = { screen.dependency.service }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        // A component has a property for each of its services. This is how those would share theirs.
        for number in 1...999 { _ = root.shared(__function: "filler\(number)") { Filler<Void>() } }
        return [kept]
    case .wrapper, .followingWrapper, .override:
        return nil
    case .transient:
        return [{ screen.dependency.transient }]
    case .chain:
        return [{ screen.dependency.chain10 }]
    case .twoThreads:
        return [kept, { screen.dependency.otherService }]
    }
}

// A component's class is not private, as the library finds it by its name.

final class NeedleRoot: BootstrapComponent {
    var service: any Service { shared { Implementation() } }
    var otherService: any OtherService { shared { Implementation() } }
    var transient: Implementation { Implementation() }

    var chain1: Chain1 { End() }
    var chain2: Chain2 { Link(chain1) }
    var chain3: Chain3 { Link(chain2) }
    var chain4: Chain4 { Link(chain3) }
    var chain5: Chain5 { Link(chain4) }
    var chain6: Chain6 { Link(chain5) }
    var chain7: Chain7 { Link(chain6) }
    var chain8: Chain8 { Link(chain7) }
    var chain9: Chain9 { Link(chain8) }
    var chain10: Chain10 { Link(chain9) }

    var screen: NeedleScreen { NeedleScreen(parent: self) }
}

final class NeedleScreen: Component<any ScreenDependency> {}

protocol ScreenDependency: Dependency {
    var service: any Service { get }
    var otherService: any OtherService { get }
    var transient: Implementation { get }
    var chain10: Chain10 { get }
}

// The rest is what the library's code generator would write.

private class ScreenDependencyProvider: ScreenDependency {
    var service: any Service { root.service }
    var otherService: any OtherService { root.otherService }
    var transient: Implementation { root.transient }
    var chain10: Chain10 { root.chain10 }

    private let root: NeedleRoot
    init(root: NeedleRoot) { self.root = root }
}

private func registerProviderFactories() {
    let registry = __DependencyProviderRegistry.instance
    registry.registerDependencyProviderFactory(for: "^->NeedleRoot") { EmptyDependencyProvider(component: $0) }
    registry.registerDependencyProviderFactory(for: "^->NeedleRoot->NeedleScreen") {
        ScreenDependencyProvider(root: $0.parent as! NeedleRoot)
    }
}
#else
let needle: Library? = nil
#endif
