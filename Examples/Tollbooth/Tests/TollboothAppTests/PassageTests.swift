import HTTPTypes
import Hopoate
import HopoateTestingHelpers
import HummingbirdTesting
import Testing

@testable import TollboothApp

@Suite(.tollbooth)
struct PassageTests {
    @Test func aPassageIsCharged() async throws {
        try await Tollbooth().application.test(.router) { client in
            let response = try await client.pass("lorry")
            #expect(response.headers[.requestID] == "1")
            #expect(try response.receipt == Receipt(requestID: "1", user: "kim", lines: ["lorry: 1200 cents"]))
        }
        #expect(resolve(Ledger.self).openBooks == Books(passages: 1, cents: 1200))
    }

    @Test func theArchiveHasTheReceiptWhenTheClientHasIt() async throws {
        try await Tollbooth().application.test(.router) { client in
            let response = try await client.pass("car")
            let archive = resolve(Archive.self)
            #expect(try await archive.receipts == [response.receipt])
        }
    }

    @Test(.mock((any Gate).self) { JammedGate() })
    func aJammedGateTakesNoToll() async throws {
        try await Tollbooth().application.test(.router) { client in
            let response = try await client.pass("car")
            #expect(response.status == .serviceUnavailable)
        }
        #expect(resolve(Ledger.self).openBooks == Books())
        #expect(try await resolve(Archive.self).receipts.isEmpty)
    }

    @Test func aTariffThatIsRegisteredWhileTheServerRunsHoldsUntilItIsRemoved() async throws {
        let container = DependencyContainer.shared
        try await Tollbooth().application.test(.router) { client in
            let holiday = container.register(Tariff(car: 0), for: Tariff.self)
            let free = try await client.pass("car")
            container.remove(holiday)
            let charged = try await client.pass("car")
            #expect(try free.receipt.lines == ["car: 0 cents"])
            #expect(try charged.receipt.lines == ["car: 250 cents"])
        }
    }

    @Test func aRequestWithoutUserIsTurnedAway() async throws {
        try await Tollbooth().application.test(.router) { client in
            let response = try await client.execute(uri: "/books", method: .get) { $0 }
            #expect(response.status == .unauthorized)
        }
    }
}
