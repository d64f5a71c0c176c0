import Foundation
import Hopoate
import Logging
import ServiceLifecycle
import TollboothApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many clients at once, each of which reads all of its receipts.
struct RushHour {
    let requests: Int
    let clients: Int

    /// Starts the server, sends the requests, stops the server gracefully, and looks into its archive.
    ///
    /// - Returns: A summary, and everything that was wrong.
    func run() async throws -> (summary: String, problems: [String]) {
        let container = DependencyContainer.shared
        let archive = MemoryArchive()
        container.register(archive, for: (any Archive).self)
        let tariff = container.resolve(Tariff.self)

        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let tollbooth = Tollbooth(closingBooksEvery: .milliseconds(250)) { running.yield($0) }
        let server = ServiceGroup(services: [tollbooth], logger: container.resolve(Logger.self))
        async let stopped: Void = {
            defer { running.finish() }  // A server that cannot start is not waited for.
            try await server.run()
        }()
        var problems: [String] = []
        for await port in ports.prefix(1) {
            problems = await sendRequests(to: port, tariff)
            await server.triggerGracefulShutdown()
        }
        try await stopped

        let seals = archive.seals == 1 ? "once" : "\(archive.seals) times"
        let summary = """
            \(requests) requests from \(clients) clients at the same time
            \(requests - problems.count) receipts with the id, user and toll of their own request, and nothing else
            \(archive.total.passages) passages for \(archive.total.cents) cents in the archive, sealed \(seals)
            """
        let cents = (0..<requests).reduce(0) { $0 + tariff.cents(for: vehicle($1)) }
        let expected = Books(passages: requests, cents: cents)
        if archive.total != expected { problems.append("The archive should have \(expected).") }
        if archive.seals != 1 { problems.append("The archive was sealed \(seals).") }
        return (summary, problems)
    }

    /// Sends all requests: the clients at the same time, and each client its own one after the other.
    private func sendRequests(to port: Int, _ tariff: Tariff) async -> [String] {
        await withTaskGroup(of: [String].self) { group in
            for client in 0..<clients {
                group.addTask {
                    let session = URLSession(configuration: .ephemeral)
                    defer { session.finishTasksAndInvalidate() }
                    var problems: [String] = []
                    for number in stride(from: client, to: requests, by: clients) {
                        let passage = Passage(id: "request-\(number)", user: "user-\(client)", vehicle: vehicle(number))
                        if let problem = await passage.problem(session, port, tariff) { problems.append(problem) }
                    }
                    return problems
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func vehicle(_ number: Int) -> Vehicle { Vehicle.allCases[number % Vehicle.allCases.count] }
}

/// One request of a rush hour.
private struct Passage {
    let id: String
    let user: String
    let vehicle: Vehicle

    /// Sends the request, and says what is wrong with its receipt.
    func problem(_ session: URLSession, _ port: Int, _ tariff: Tariff) async -> String? {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/passages/\(vehicle)")!)
        request.httpMethod = "POST"
        request.allHTTPHeaderFields = ["X-Request-ID": id, "X-User": user]
        let lines = ["\(vehicle): \(tariff.cents(for: vehicle)) cents"]
        do {
            let receipt = try await JSONDecoder().decode(Receipt.self, from: session.data(for: request).0)
            let isOwn = receipt.requestID == id && receipt.user == user && receipt.lines == lines
            return isOwn ? nil : "\(id) of \(user) has got \(receipt)."
        } catch {
            return "\(id): \(error)"
        }
    }
}
