// What the rows resolve. Every object has a property that is not known before run time, as the compiler would lay out
// an object of constants in the binary, which costs nothing to retain.

import Hopoate

protocol Service: AnyObject, Sendable {
    var number: Int { get }
}

/// A second service, for the rows in which two threads use two.
protocol OtherService: AnyObject, Sendable {
    var number: Int { get }
}

/// What a mock is registered for.
protocol MockedService: AnyObject, Sendable {
    var number: Int { get }
}

final class Implementation: Service, OtherService, MockedService {
    let number = CommandLine.arguments.count
}

/// The limit: the cheapest thing that could do the job.
enum Limit {
    static let service: any Service = Implementation()
    static let otherService: any OtherService = Implementation()
    static let mock: any MockedService = Implementation()
}

struct Reader {
    @Dependency var service: any Service
}

// A chain of ten transient services, each made with the one before it.

protocol Chained: AnyObject {}

final class End: Chained {
    let number = CommandLine.argc
}

final class Link<Next: Chained>: Chained {
    let next: Next
    init(_ next: Next) { self.next = next }
}

typealias Chain1 = End
typealias Chain2 = Link<Chain1>
typealias Chain3 = Link<Chain2>
typealias Chain4 = Link<Chain3>
typealias Chain5 = Link<Chain4>
typealias Chain6 = Link<Chain5>
typealias Chain7 = Link<Chain6>
typealias Chain8 = Link<Chain7>
typealias Chain9 = Link<Chain8>
typealias Chain10 = Link<Chain9>

func makeChainByHand() -> Chain10 {
    Link(Chain9(Chain8(Chain7(Chain6(Chain5(Chain4(Chain3(Chain2(Chain1())))))))))
}

func registerChain(in container: DependencyContainer) {
    func register<Next>(_ next: Next.Type) where Next: Chained {
        container.register(service: Link<Next>.self, lifetime: .transient) { Link(container.resolve(Next.self)) }
    }
    container.register(service: End.self, lifetime: .transient) { End() }
    register(Chain1.self)
    register(Chain2.self)
    register(Chain3.self)
    register(Chain4.self)
    register(Chain5.self)
    register(Chain6.self)
    register(Chain7.self)
    register(Chain8.self)
    register(Chain9.self)
}

// As many other services as one likes: the nodes of a binary tree of generic types.

struct Left<Parent> {}
struct Right<Parent> {}

/// Registers services of `count` different types.
func registerOthers(_ count: Int, in container: DependencyContainer) {
    var remaining = count
    var depth = 1
    func register<Parent>(below parent: Parent.Type, depth: Int) {
        guard remaining > 0 else { return }
        if depth == 0 {
            container.register(parent, for: Parent.Type.self)
            remaining -= 1
        } else {
            register(below: Left<Parent>.self, depth: depth - 1)
            register(below: Right<Parent>.self, depth: depth - 1)
        }
    }
    while remaining > 0 {
        register(below: Void.self, depth: depth)
        depth += 1
    }
}
