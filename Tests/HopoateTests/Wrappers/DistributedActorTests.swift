// Distributed actors are newer than the oldest systems that the tests run on.
#if os(Linux)
import Distributed
import Hopoate
import Testing

private struct NoReply: Error {}

/// A transport that finds no actor in this process: `resolve(id:using:)` gives a remote reference, as in any client.
struct Transport: DistributedActorSystem, Sendable {
    typealias ActorID = Int
    typealias InvocationDecoder = Decoder
    typealias InvocationEncoder = Encoder
    typealias ResultHandler = Handler
    typealias SerializationRequirement = any Codable

    func resolve<Act>(id: Int, as type: Act.Type) throws -> Act? where Act: DistributedActor, Act.ID == Int { nil }
    func assignID<Act>(_ type: Act.Type) -> Int where Act: DistributedActor, Act.ID == Int { 1 }
    func actorReady<Act>(_ actor: Act) where Act: DistributedActor, Act.ID == Int {}
    func resignID(_ id: Int) {}
    func makeInvocationEncoder() -> Encoder { Encoder() }
    func remoteCall<Act, Err, Res>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout Encoder,
        throwing: Err.Type,
        returning: Res.Type
    ) async throws -> Res where Act: DistributedActor, Act.ID == Int, Err: Error, Res: Codable { throw NoReply() }
    func remoteCallVoid<Act, Err>(
        on actor: Act,
        target: RemoteCallTarget,
        invocation: inout Encoder,
        throwing: Err.Type
    ) async throws where Act: DistributedActor, Act.ID == Int, Err: Error {}
}
struct Encoder: DistributedTargetInvocationEncoder {
    typealias SerializationRequirement = any Codable
    mutating func recordGenericSubstitution<T>(_ type: T.Type) throws {}
    mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws {}
    mutating func recordErrorType<E: Error>(_ type: E.Type) throws {}
    mutating func recordReturnType<R: Codable>(_ type: R.Type) throws {}
    mutating func doneRecording() throws {}
}
final class Decoder: DistributedTargetInvocationDecoder {
    typealias SerializationRequirement = any Codable
    func decodeGenericSubstitutions() throws -> [any Any.Type] { [] }
    func decodeNextArgument<Argument: Codable>() throws -> Argument { throw NoReply() }
    func decodeErrorType() throws -> (any Any.Type)? { nil }
    func decodeReturnType() throws -> (any Any.Type)? { nil }
}
struct Handler: DistributedTargetInvocationResultHandler {
    typealias SerializationRequirement = any Codable
    func onReturn<Success: Codable>(value: Success) async throws {}
    func onReturnVoid() async throws {}
    func onThrow<Err: Error>(error: Err) async throws {}
}

/// An actor of a server, with a wrapper in a `let`, as classes that have to be Sendable hold theirs.
distributed actor Printer {
    typealias ActorSystem = Transport
    private let pages = Dependency<Int>()
    distributed func count() -> Int { pages() }
}

/// A reference to an actor elsewhere is an object without the properties of its type.
@Suite struct DistributedActorTests {
    @Test func aRemoteReferenceMayBeMadeAndRegistered() async {
        await #expect(processExitsWith: .success) {
            let container = DependencyContainer()
            container.register(Printer.self) { try Printer.resolve(id: 1, using: Transport()) }
            container.register(try container.resolving(Printer.self), for: Printer.self, named: "registered")
        }
    }

    @Test func aLocalOneLetsGoOfItsContainer() {
        weak var gone: DependencyContainer?
        do {
            let container = DependencyContainer()
            gone = container
            container.register(Printer.self) { Printer(actorSystem: Transport()) }
            _ = container.resolve(Printer.self)
        }
        #expect(gone == nil)
    }
}
#endif
