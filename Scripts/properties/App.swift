// An app with each kind of type that may have a property. The file `expected` has its output.
import Hopoate
import HopoateDiagnostics
import HopoateTestingHelpers
import Kit
import Shelf
import Synchronization

protocol Storing {}
private protocol Hidden {}
protocol Beta {}
final class Session {}
struct Settings {}
struct Clock {}
struct Row {}

final class AClass {
    @Dependency var storing: any Storing
    @Dependency fileprivate var hidden: any Hidden
    @OptionalDependency var beta: (any Beta)?
    @WeakDependency var parent: (any Beta)?
    let mutex = Mutex(1)
}
struct AStruct {
    @Dependency var session: Session
    let _settings = Dependency<Settings>()
}
actor AnActor {
    @Dependency var storing: any Storing
}
@MainActor final class OfTheMainActor {
    @Dependency var storing: any Storing
}
final class Subclass: Screen {
    @Dependency private var storing: any Storing
}
private final class PrivateClass {
    @Dependency var storing: any Storing
}
struct NotCopyable: ~Copyable {
    @Dependency var storing: any Storing
}
enum AnEnum {
    case payload(Dependency<any Beta>)

    struct Inner {
        struct Innermost {
            @Dependency var storing: any Storing
        }
    }
}
extension AClass {
    struct OfExtension {
        @Dependency var storing: any Storing
    }
}
extension Screen {
    struct OfForeignExtension {
        @Dependency var storing: any Storing
    }
}
extension Box where Content == Int {
    struct OfConstrainedExtension {
        @Dependency var storing: any Storing
    }
}
extension [Int] {
    struct OfArray {
        @Dependency var storing: any Storing
    }
}

struct Services {
    @Dependency var closure: @Sendable (Int) throws -> String
    @Dependency var tuple: (Int, name: String)
    @Dependency var array: [any Storing]
    @Dependency var optional: Session?
    @Dependency var composition: any Storing & Beta
    @Dependency var metatype: any Storing.Type
    @Dependency var boxed: Box<any Storing>
    @Dependency var repository: any Repository<Int>
    @Dependency(named: "other") var clock: Clock
    @Dependency(\.settings) var settings
    @Dependency(\.required) var required
    @Dependency(\.unused) var unused: Double
    @Dependency(container: DependencyContainer()) var elsewhere: any Beta
    let makeRow = Provider<Row>()
}
extension DependencyKeys {
    var settings: DependencyKey<Float> { .init { 1 } }
    var required: DependencyKey<Int8> { .required() }
    var unused: DependencyKey<Double> { .init { 1 } }
}

struct Generic<Parameter: Sequence> {
    @Dependency var storing: any Storing
    @Dependency var parameter: Parameter
    @Dependency var element: Parameter.Element
    @Dependency var boxed: Box<Parameter>
    @Dependency var list: [Parameter]
    @Dependency var closure: (Parameter) -> Void
    @Dependency var labelled: (max: Int, quick: String)
    @OptionalDependency var optional: Parameter?
    let provider = Provider<Parameter>()

    struct InGeneric {
        @Dependency var session: Session
        @Dependency var element: Parameter.Element
    }
}
final class Pack<each Element> {
    @Dependency var storing: any Storing
    @Dependency var pack: (repeat each Element)
}
struct Sized<let count: Int, Element: ~Copyable>: ~Copyable {
    @Dependency var storing: any Storing
    @Dependency var array: InlineArray<count, Int>
}
extension Pack {
    struct OfGenericExtension {
        @Dependency var storing: any Storing
    }
}

struct NotSeen {
    @MainActor static let storing = Dependency<any Beta>()
    let list = [Dependency<any Beta>()]
    var computed: Dependency<any Beta> { Dependency() }
    lazy var later = Dependency<any Beta>()
}

func localTypes() -> [Any.Type] {
    struct Local {
        @Dependency var storing: any Storing
    }
    @Dependency var local: any Beta
    let closure = { () -> Any.Type in
        final class OfClosure {
            @Dependency var storing: any Storing
        }
        return OfClosure.self
    }
    return [Local.self, closure()]
}

/// Uses some of the app's types, so that the compiler keeps them.
@MainActor func used() -> [Any] {
    let types: [Any.Type] = [
        AClass.self, AStruct.self, AnActor.self, OfTheMainActor.self, Subclass.self, PrivateClass.self, AnEnum.self,
        AnEnum.Inner.Innermost.self, AClass.OfExtension.self, Screen.OfForeignExtension.self,
        Box<Int>.OfConstrainedExtension.self, [Int].OfArray.self, Services.self, Generic<[Int]>.self,
        Generic<[Int]>.InGeneric.self, Pack<Int, Int>.self, Pack<Int>.OfGenericExtension.self, NotSeen.self,
    ]
    let notCopyable = [ObjectIdentifier(NotCopyable.self), ObjectIdentifier(Sized<1, Int>.self)]
    return types + localTypes() + [shelves(), Screen.self] + notCopyable
}

extension DependencyContainer: @retroactive AutoRegistering {
    /// Registers a service that nothing else registers.
    public func autoRegister() { register(Session(), for: Session.self) }
}

struct Service: Printing, Shelving, Storing, Hidden, Repository {
    typealias Item = Int
}
struct StoringBeta: Storing, Beta {}

@MainActor func registerServices(in container: DependencyContainer) {
    container.register(Service(), for: (any Storing).self)
    container.register(Service(), for: (any Hidden).self)
    container.register(Settings(), for: Settings.self)
    container.register(Row.self, lifetime: .transient) { Row() }
    container.register({ "\($0)" }, for: (@Sendable (Int) throws -> String).self)
    container.register((1, "one"), for: (Int, name: String).self)
    container.register([], for: [any Storing].self)
    container.register(nil, for: Session?.self)
    container.register(StoringBeta(), for: (any Storing & Beta).self)
    container.register(Service.self, for: (any Storing.Type).self)
    container.register(Box(), for: Box<any Storing>.self)
    container.register(Service(), for: (any Repository<Int>).self)
    container.register((1, ""), for: (max: Int, quick: String).self)
    container.register(Clock(), for: Clock.self, named: "other")
    container.register(1, for: \.required)
    _ = container.resolve(\.settings)
}

func validate(
    _ title: String,
    _ container: DependencyContainer,
    modules: [String] = [],
    except: [Any.Type] = [],
    lineCount: Int = 2
) {
    print("--- \(title)")
    do {
        let validated = try container.validateProperties(modules: modules, except: except)
        for property in validated.properties { print(property) }
        for property in validated.skippedProperties { print("not looked at: \(property)") }
    } catch let error as DependencyValidationError {
        for problem in error.problems {
            let lines = problem.description.split(separator: "\n")
            // All users, and no path.
            let users = lines.dropFirst().prefix { $0.hasPrefix("    needed by") }
            print((users.isEmpty ? lines.prefix(lineCount) : lines.prefix(1 + users.count)).joined(separator: "\n"))
        }
    } catch {
        print(error)
    }
}

@main struct App {
    @MainActor static func main() {
        guard used().count > 1 else { return }
        let container = DependencyContainer()
        validate("Nothing is registered, but the session.", container)

        registerServices(in: container)
        let child = DependencyContainer(parent: container)
        validate("The app's services are registered, in a parent.", child)
        let exceptions: [Any.Type] = [(any Beta).self, Double.self]
        validate("Some may be missing.", child, modules: ["App"], except: exceptions)
        validate("Modules.", child, modules: ["Kit", "Shelf"])
        validate("Misnamed.", child, modules: ["Shelves", "Kit"], except: [(any Printing).self], lineCount: 9)

        child.register(Service(), for: (any Printing).self)
        child.register(Service(), for: (any Shelving).self)
        validate("All is well.", child, modules: ["Kit", "Shelf"])
    }
}
