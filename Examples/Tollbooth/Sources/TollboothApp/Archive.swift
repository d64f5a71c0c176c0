import GRDB
package import Logging

/// Keeps receipts and closed books in a database.
package final class Archive: Sendable {
    private let database: DatabasePool
    private let logger: Logger

    private init(_ database: DatabasePool, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Opens the database in a file, which it creates if there is none.
    package static func open(at path: String, logger: Logger) async throws -> Archive {
        let database = try DatabasePool(path: path)
        try await database.write { database in
            try database.create(table: Receipt.databaseTableName, options: .ifNotExists) { table in
                table.column("requestID", .text).notNull()
                table.column("user", .text).notNull()
                table.column("lines", .jsonText).notNull()
            }
            try database.create(table: Books.databaseTableName, options: .ifNotExists) { table in
                table.column("passages", .integer).notNull()
                table.column("cents", .integer).notNull()
            }
        }
        return Archive(database, logger: logger)
    }

    package var receipts: [Receipt] { get async throws { try await database.read(Receipt.fetchAll) } }
    package var books: [Books] { get async throws { try await database.read(Books.fetchAll) } }

    /// Returns when the record is in the database, or, if that fails, in the log.
    func file(_ record: some PersistableRecord & Sendable) async {
        do {
            try await database.write { try record.insert($0) }
        } catch {
            logger.error("not filed", metadata: ["record": "\(record)", "error": "\(error)"])
        }
    }

    /// Closes the database after everything is in its file.
    package func close() async {
        do {
            try await database.barrierWriteWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try database.close()
            logger.info("archive closed")
        } catch {
            logger.error("archive not closed", metadata: ["error": "\(error)"])
        }
    }
}

extension Receipt: FetchableRecord, PersistableRecord {}
extension Books: FetchableRecord, PersistableRecord {}
