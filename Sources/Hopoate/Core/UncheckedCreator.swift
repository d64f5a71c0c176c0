// Casts that remove `@isolated(any)` from a synchronous creator. The library only calls it on its actor, unless
// `Recipe.runsElsewhere` is set. An asynchronous creator keeps `@isolated(any)`.
//
// The invariant of these casts: both kinds of function are called alike, and differ in their types only.
// `ActorIsolationTests` would catch a violation. Structures around the functions are cast because systems before iOS 18
// do not know the types of `@isolated(any)` functions at run time.

func unchecked<Service>(_ creator: @escaping @isolated(any) () throws -> Service) -> () throws -> Service {
    unsafeBitCast(MarkedCreator(creator: creator), to: UnmarkedCreator<Service>.self).creator
}

func unchecked<Argument, Service>(
    _ creator: @escaping @isolated(any) (Argument) throws -> Service
) -> (Argument) throws -> Service {
    unsafeBitCast(MarkedTaking(creator: creator), to: UnmarkedTaking<Argument, Service>.self).creator
}

/// The same creator, as one that may send its captures and its service to the code that resolves it. It keeps its
/// actor.
package func unchecked<Service>(
    _ creator: @escaping @isolated(any) () async throws -> Service
) -> @Sendable @isolated(any) () async throws -> sending Service {
    unsafeBitCast(AsyncCreator(creator: creator), to: SendableCreator<Service>.self).creator
}

private struct MarkedCreator<Service> { let creator: @isolated(any) () throws -> Service }

private struct UnmarkedCreator<Service> { let creator: () throws -> Service }

private struct MarkedTaking<Argument, Service> { let creator: @isolated(any) (Argument) throws -> Service }

private struct UnmarkedTaking<Argument, Service> { let creator: (Argument) throws -> Service }

private struct AsyncCreator<Service> { let creator: @isolated(any) () async throws -> Service }

private struct SendableCreator<Service> {
    let creator: @Sendable @isolated(any) () async throws -> sending Service
}

/// A value that goes where its service goes: to the code that resolves it.
///
/// The invariant: the code that registers a service for several threads vouches that it, and its creator, may go there.
package struct UncheckedSendable<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
