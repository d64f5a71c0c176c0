import Foundation
import Hopoate
import Logging
import ServiceLifecycle
import TollboothApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests of many clients at the same time, and checks all receipts.
struct RushHour {
    let requests: Int
    let clients: Int
    /// The file that the archive is in.
    let database: String

    /// Starts the server, sends the requests, stops the server gracefully, and opens its archive again.
    ///
    /// - Returns: A summary, and all errors.
    func run() async throws -> (summary: String, problems: [String]) {
        let container = DependencyContainer.shared
        let (tariff, logger) = (container.resolve(Tariff.self), container.resolve(Logger.self))

        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let tollbooth = Tollbooth(closingBooksEvery: .milliseconds(250)) { running.yield($0) }
        let server = ServiceGroup(services: [tollbooth], logger: logger)
        async let stopped: Void = {
            defer { running.finish() }  // Even if the server cannot start.
            try await server.run()
        }()
        var problems: [String] = []
        for await port in ports.prefix(1) {
            problems = await sendRequests(to: port, tariff)
            await server.triggerGracefulShutdown()
        }
        try await stopped

        let archive = try await Archive.open(at: database, logger: logger)
        let (receipts, books) = try await (archive.receipts, archive.books.reduce(Books(), +))
        await archive.close()
        let summary = """
            \(requests) requests from \(clients) clients at the same time
            \(requests - problems.count) receipts with the id, user and toll of their own request, and nothing else
            \(receipts.count) receipts in the archive, and books of \(books.passages) passages for \(books.cents) cents
            """
        let expected = (0..<requests).map { passage($0).receipt(tariff) }
        if receipts.count != requests || Set(receipts) != Set(expected) {
            problems.append("The archive should have these \(requests) receipts alone.")
        }
        let cents = (0..<requests).reduce(0) { $0 + tariff.cents(for: passage($1).vehicle) }
        let expectedBooks = Books(passages: requests, cents: cents)
        if books != expectedBooks { problems.append("The archive should have \(expectedBooks).") }
        return (summary, problems)
    }

    /// Sends all requests. The clients send at the same time, and each client sends one after the other.
    private func sendRequests(to port: Int, _ tariff: Tariff) async -> [String] {
        await withTaskGroup(of: [String].self) { group in
            for client in 0..<clients {
                group.addTask {
                    let session = URLSession(configuration: .ephemeral)
                    defer { session.finishTasksAndInvalidate() }
                    var problems: [String] = []
                    for number in stride(from: client, to: requests, by: clients) {
                        let problem = await passage(number).problem(session, port, tariff)
                        if let problem { problems.append(problem) }
                    }
                    return problems
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func passage(_ number: Int) -> Passage {
        let vehicle = Vehicle.allCases[number % Vehicle.allCases.count]
        return Passage(id: "request-\(number)", user: "user-\(number % clients)", vehicle: vehicle)
    }
}

/// One request of a rush hour.
private struct Passage {
    let id: String
    let user: String
    let vehicle: Vehicle

    func receipt(_ tariff: Tariff) -> Receipt {
        Receipt(requestID: id, user: user, lines: ["\(vehicle): \(tariff.cents(for: vehicle)) cents"])
    }

    /// Sends the request. Returns the error, if its receipt is wrong.
    func problem(_ session: URLSession, _ port: Int, _ tariff: Tariff) async -> String? {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/passages/\(vehicle)")!)
        request.httpMethod = "POST"
        request.allHTTPHeaderFields = ["X-Request-ID": id, "X-User": user]
        do {
            let response = try await JSONDecoder().decode(Receipt.self, from: session.data(for: request).0)
            return response == receipt(tariff) ? nil : "\(id) of \(user) has got \(response)."
        } catch {
            return "\(id): \(error)"
        }
    }
}
