#if canImport(FactoryKit)
import FactoryKit

let factory: Library? = Library(name: "Factory") { row in
    Container.shared.manager.reset()
    let kept: Body = { Container.shared.service() }
    switch row {
    case .kept:
        return [kept]
    case .keptAmongMany:
        visitFillers(Resolution())
        return [kept]
    case .wrapper:
        let model = Model()
        return [{ model.service }]
    case .followingWrapper:
        let model = DynamicModel()
        return [{ model.service }]
    case .transient:
        return [{ Container.shared.transient() }]
    case .chain:
        return [{ Container.shared.chain10() }]
    case .override:
        let override: Body = {
            Container.shared.manager.push()
            defer { Container.shared.manager.pop() }
            Container.shared.service.register { Mock.mock }
            return Container.shared.service()
        }
        return [override, kept]
    case .twoThreads:
        return [kept, { Container.shared.otherService() }]
    }
}

private final class Model {
    @Injected(\.service) var service: any Service
}

private final class DynamicModel {
    @DynamicInjected(\.service) var service: any Service
}

private struct Resolution: FillerVisitor {
    func visit<Name>(_ filler: Filler<Name>.Type) { _ = Container.shared.filler(filler)() }
}

extension Container {
    fileprivate var service: Factory<any Service> { self { Implementation() }.cached }
    fileprivate var otherService: Factory<any OtherService> { self { Implementation() }.cached }
    fileprivate var transient: Factory<Implementation> { self { Implementation() } }
    fileprivate func filler<Name>(_ filler: Filler<Name>.Type) -> Factory<Filler<Name>> { self { Filler() }.cached }

    fileprivate var chain1: Factory<Chain1> { self { End() } }
    fileprivate var chain2: Factory<Chain2> { self { Link(self.chain1()) } }
    fileprivate var chain3: Factory<Chain3> { self { Link(self.chain2()) } }
    fileprivate var chain4: Factory<Chain4> { self { Link(self.chain3()) } }
    fileprivate var chain5: Factory<Chain5> { self { Link(self.chain4()) } }
    fileprivate var chain6: Factory<Chain6> { self { Link(self.chain5()) } }
    fileprivate var chain7: Factory<Chain7> { self { Link(self.chain6()) } }
    fileprivate var chain8: Factory<Chain8> { self { Link(self.chain7()) } }
    fileprivate var chain9: Factory<Chain9> { self { Link(self.chain8()) } }
    fileprivate var chain10: Factory<Chain10> { self { Link(self.chain9()) } }
}
#else
let factory: Library? = nil
#endif
