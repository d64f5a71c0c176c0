import Foundation
import HTTPTypes
import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOFoundationCompat
import Testing

@testable import TollboothApp

extension Trait where Self == IsolatedDependenciesTrait {
    /// Gives each test an app of its own, with a log in memory and an archive in a temporary file.
    static var tollbooth: Self {
        .dependencies { container in
            let log = InMemoryLogHandler()
            let database = try TemporaryDatabase()
            // For tests that read them. The database comes first, so that its file is removed after it is closed.
            container.register(log, for: InMemoryLogHandler.self)
            container.register(database, for: TemporaryDatabase.self)
            registerServices(in: container, database: database.path, logger: Logger(label: "test") { _ in log })
        }
    }
}

/// A temporary database file, which is removed with this object.
final class TemporaryDatabase: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tollbooth-\(UUID())")
    var path: String { folder.appendingPathComponent("archive.sqlite").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The records in the database after the server has closed it.
    func read<Records>(_ records: (Archive) async throws -> Records) async throws -> Records {
        let archive = try await Archive.open(at: path, logger: Logger(label: "test"))
        let result = try await records(archive)
        await archive.close()
        return result
    }
}

extension TestClientProtocol {
    /// Lets a vehicle pass.
    func pass(_ vehicle: String, requestID: String = "1", user: String = "kim") async throws -> TestResponse {
        try await execute(
            uri: "/passages/\(vehicle)",
            method: .post,
            headers: [.requestID: requestID, .user: user]
        ) { $0 }
    }
}

extension TestResponse {
    var receipt: Receipt {
        get throws { try JSONDecoder().decode(Receipt.self, from: body) }
    }
}
