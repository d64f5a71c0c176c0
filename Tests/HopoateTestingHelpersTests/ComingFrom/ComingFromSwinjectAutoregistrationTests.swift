// Coming from SwinjectAutoregistration: what the examples of its README become.

import Hopoate
import Testing

enum ComingFromSwinjectAutoregistration {
    protocol Animal: AnyObject {
        var name: String { get }
    }

    final class Cat: Animal {
        let name: String
        init(name: String) { self.name = name }
    }

    protocol Person: AnyObject {
        var pet: any Animal { get }
    }

    final class PetOwner: Person {
        let name: String
        let pet: any Animal

        init(name: String, pet: any Animal) {
            self.name = name
            self.pet = pet
        }

        init(pet: any Animal) {
            name = ""
            self.pet = pet
        }

        init(mimi: Named<any Animal, Mimi>) {
            name = ""
            pet = mimi.service
        }
    }

    final class Kennel {
        let places: Int
        init(pet: any Animal, places: Int = 3) { self.places = places }
    }

    enum Mimi: DependencyName { static let name = "mimi" }

    @Suite struct ComingFromSwinjectAutoregistrationTests {
        private let container = DependencyContainer()

        /// `container.autoregister(Person.self, initializer: PetOwner.init)`, whose scope is `graph` there.
        @Test func autoregistrationKeepsWhereItWasAGraphs() {
            container.register((any Animal).self) { Cat(name: "Mimi") }
            container.autoregister((any Person).self, initializer: PetOwner.init(pet:))
            #expect(container.resolve((any Person).self) === container.resolve((any Person).self))
            container.autoregister((any Person).self, lifetime: .graph, initializer: PetOwner.init(pet:))
            #expect(container.resolve((any Person).self) !== container.resolve((any Person).self))
            container.autoregister((any Person).self, named: "johnny", initializer: PetOwner.init(pet:))
            #expect(container.resolve((any Person).self, named: "johnny").pet.name == "Mimi")
        }

        /// One initializer needs no labels. Its parameter with a default is looked up too.
        @Test func anOnlyInitializerNeedsNoLabels() {
            container.register((any Animal).self) { Cat(name: "Mimi") }
            container.autoregister(Kennel.self, initializer: Kennel.init)
            #expect(throws: DependencyError.self) { try container.resolving(Kennel.self) }
            container.register(5, for: Int.self)
            #expect(container.resolve(Kennel.self).places == 5)
        }

        /// `container.autoregister(Person.self, argument: String.self, initializer: PetOwner.init)`
        @Test func anArgumentTakesACreator() {
            container.register((any Animal).self) { Cat(name: "Mimi") }
            container.register(PetOwner.self, taking: String.self) {
                PetOwner(name: $0, pet: resolve((any Animal).self))
            }
            #expect(container.resolve(PetOwner.self, with: "Michael").name == "Michael")
        }

        /// `PetOwner(pet: r~>)` and `PetOwner(pet: r ~> (Cat.self, name: "mimi"))`
        @Test func theOperatorIsTheSharedContainer() {
            container.register((any Animal).self, named: "mimi") { Cat(name: "Mimi") }
            container.register(PetOwner.self) {
                PetOwner(pet: try resolving((any Animal).self, named: "mimi"))
            }
            #expect(container.resolve(PetOwner.self).pet.name == "Mimi")
        }

        /// What autoregistration could not do there: a parameter with a name.
        @Test func aParameterMayHaveAName() {
            container.register((any Animal).self, named: "mimi") { Cat(name: "Mimi") }
            container.autoregister((any Person).self, initializer: PetOwner.init(mimi:))
            #expect(container.resolve((any Person).self).pet.name == "Mimi")
        }
    }
}
