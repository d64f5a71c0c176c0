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
    /// Gives each test an app of its own, with a log and an archive in memory.
    static var tollbooth: Self {
        .dependencies { container in
            let log = InMemoryLogHandler()
            let archive = MemoryArchive()
            registerServices(in: container, logger: Logger(label: "test") { _ in log })
            container.register(archive, for: (any Archive).self)
            // For the tests, which look into them.
            container.register(log, for: InMemoryLogHandler.self)
            container.register(archive, for: MemoryArchive.self)
        }
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
