#if canImport(Dependencies)
import Dependencies

let swiftDependencies: Library? = Library(name: "swift-dependencies") { row in
    let kept: Body = {
        @Dependency(\.service) var service
        return service
    }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        visitFillers(Resolution())
        return [kept]
    case .wrapper, .followingWrapper:
        let model = Model()
        return [{ model.service }]
    case .transient:
        return [
            {
                @Dependency(\.transient) var transient
                return transient.make()
            }
        ]
    case .chain:
        return [
            {
                @Dependency(\.chain10) var chain10
                return chain10.make()
            }
        ]
    case .override:
        let override: Body = {
            withDependencies {
                $0.service = Mock.mock
            } operation: {
                @Dependency(\.service) var service
                return service
            }
        }
        return [override, kept]
    case .twoThreads:
        return [
            kept,
            {
                @Dependency(\.otherService) var otherService
                return otherService
            },
        ]
    }
}

private final class Model {
    @Dependency(\.service) var service
}

private enum ServiceKey: DependencyKey {
    static let liveValue: any Service = Implementation()
}

private enum OtherServiceKey: DependencyKey {
    static let liveValue: any OtherService = Implementation()
}

extension DependencyValues {
    fileprivate var service: any Service {
        get { self[ServiceKey.self] }
        set { self[ServiceKey.self] = newValue }
    }
    fileprivate var otherService: any OtherService {
        get { self[OtherServiceKey.self] }
        set { self[OtherServiceKey.self] = newValue }
    }
}

extension Filler: DependencyKey {
    static var liveValue: Filler { Filler() }
}

private struct Resolution: FillerVisitor {
    func visit<Name>(_ filler: Filler<Name>.Type) {
        @Dependency(filler) var service
        _ = service
    }
}

/// The library keeps every value, so a transient service is a value that makes one, like the library's own `uuid`.
private struct Maker<Made: Sendable>: Sendable {
    let make: @Sendable () -> Made
}

private enum TransientKey: DependencyKey {
    static let liveValue = Maker { Implementation() }
}

private func makeLink<Next: AnyObject & Sendable>(
    _ path: any KeyPath<DependencyValues, Maker<Next>> & Sendable
) -> Maker<Link<Next>> {
    Maker {
        @Dependency(path) var next
        return Link(next.make())
    }
}

private enum ChainKey1: DependencyKey {
    static let liveValue = Maker { End() }
}
private enum ChainKey2: DependencyKey {
    static let liveValue = makeLink(\.chain1)
}
private enum ChainKey3: DependencyKey {
    static let liveValue = makeLink(\.chain2)
}
private enum ChainKey4: DependencyKey {
    static let liveValue = makeLink(\.chain3)
}
private enum ChainKey5: DependencyKey {
    static let liveValue = makeLink(\.chain4)
}
private enum ChainKey6: DependencyKey {
    static let liveValue = makeLink(\.chain5)
}
private enum ChainKey7: DependencyKey {
    static let liveValue = makeLink(\.chain6)
}
private enum ChainKey8: DependencyKey {
    static let liveValue = makeLink(\.chain7)
}
private enum ChainKey9: DependencyKey {
    static let liveValue = makeLink(\.chain8)
}
private enum ChainKey10: DependencyKey {
    static let liveValue = makeLink(\.chain9)
}

extension DependencyValues {
    fileprivate var transient: Maker<Implementation> { self[TransientKey.self] }
    fileprivate var chain1: Maker<Chain1> { self[ChainKey1.self] }
    fileprivate var chain2: Maker<Chain2> { self[ChainKey2.self] }
    fileprivate var chain3: Maker<Chain3> { self[ChainKey3.self] }
    fileprivate var chain4: Maker<Chain4> { self[ChainKey4.self] }
    fileprivate var chain5: Maker<Chain5> { self[ChainKey5.self] }
    fileprivate var chain6: Maker<Chain6> { self[ChainKey6.self] }
    fileprivate var chain7: Maker<Chain7> { self[ChainKey7.self] }
    fileprivate var chain8: Maker<Chain8> { self[ChainKey8.self] }
    fileprivate var chain9: Maker<Chain9> { self[ChainKey9.self] }
    fileprivate var chain10: Maker<Chain10> { self[ChainKey10.self] }
}
#else
let swiftDependencies: Library? = nil
#endif
