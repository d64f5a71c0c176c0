import HTTPTypes
import Hopoate
import Hummingbird
import Logging

/// Gives each request a container of its own, which is the shared one while the handler runs.
///
/// The handler and the objects that it makes look their services up there first, and then in the app's container. When the
/// handler has returned, the request's services are closed, and then the response is sent. Hummingbird writes a streamed body
/// only then: a handler that streams makes a container for the stream, and ends it after the stream.
struct RequestContainerMiddleware<Context: RequestContext>: RouterMiddleware {
    let app: DependencyContainer

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let (id, name) = try request.sender(in: context)
        return try await app.withChild { container in
            container.registerRequest(RequestIdentifier(text: id), by: User(name: name))
            var response = try await next(request, context)
            response.headers[.requestID] = id
            return response
        }
    }
}

extension Request {
    /// The id of the request, and the name of its user, whom a gateway in front of the booth has authenticated.
    func sender(in context: some RequestContext) throws -> (id: String, name: String) {
        guard let name = headers[.user] else { throw HTTPError(.unauthorized, message: "Who are you?") }
        return (headers[.requestID] ?? context.id, name)
    }
}

extension DependencyContainer {
    /// Registers the services of one request, in the request's container.
    func registerRequest(_ id: RequestIdentifier, by user: User) {
        register(id, for: RequestIdentifier.self)
        register(user, for: User.self)

        // Still the app's logger, as the request's own is registered below.
        var logger = resolve(Logger.self)
        logger[metadataKey: "request"] = "\(id.text)"
        logger[metadataKey: "user"] = "\(user.name)"
        register(logger, for: Logger.self)
    }
}

/// The id of a request, from its client or else from the server.
struct RequestIdentifier: Sendable, Equatable {
    let text: String
}

/// The user that sent a request.
struct User: Sendable, Equatable {
    let name: String
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID")!
    static let user = HTTPField.Name("X-User")!
}
