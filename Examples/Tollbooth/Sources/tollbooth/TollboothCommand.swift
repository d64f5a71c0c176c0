import ArgumentParser
import Foundation
import Hopoate
import Hummingbird
import Logging
import TollboothApp

@main
struct TollboothCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tollbooth",
        abstract: "Charges vehicles over HTTP. Without arguments, it sends itself a rush hour and checks the receipts."
    )

    @Option(help: ArgumentHelp("Serve until interrupted instead.", valueName: "port"))
    var serve: Int?

    @Option(help: ArgumentHelp("The database to file receipts in while serving.", valueName: "file"))
    var database = "tollbooth.sqlite"

    @Flag(help: "Pass the services by hand while serving, without a container.")
    var byHand = false

    @Flag(help: "Log warnings and errors only while serving.")
    var quiet = false

    @Option(help: "How many requests the rush hour has.")
    var requests = 2000

    @Option(help: "How many clients send them at the same time.")
    var clients = 16

    func validate() throws {
        if requests < 1 { throw ValidationError("--requests has to be at least 1.") }
        if clients < 1 { throw ValidationError("--clients has to be at least 1.") }
    }

    func run() async throws {
        let container = DependencyContainer.shared
        var logger = Logger(label: "tollbooth") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = serve == nil || quiet ? .warning : .info
        if let serve, byHand {
            let services = try await ServicesByHand(database: database, logger: logger)
            try await Application(
                router: services.router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: serve)),
                logger: logger
            ).runService()
            return await services.close()
        }
        if let serve {
            registerServices(in: container, database: database, logger: logger)
            return try await Tollbooth(port: serve).run()
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tollbooth-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("rush-hour.sqlite").path
        registerServices(in: container, database: file, logger: logger)
        let (summary, problems) = try await RushHour(requests: requests, clients: clients, database: file).run()
        print(summary)
        for problem in problems.prefix(10) { FileHandle.standardError.write(Data("tollbooth: \(problem)\n".utf8)) }
        if !problems.isEmpty { throw ExitCode.failure }
    }
}
