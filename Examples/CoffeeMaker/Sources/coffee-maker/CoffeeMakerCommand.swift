import ArgumentParser
import Coffee
import Foundation
import Hopoate
import HopoateDiagnostics

@main
struct CoffeeMakerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coffee-maker",
        abstract: "Brews coffee, or shows how the coffee maker is wired."
    )

    @Option(help: "Draw what needs what, and brew nothing.")
    var graph: GraphFormat?

    @Flag(name: .customLong("validate"), help: "Check that every part gets what it needs, and brew nothing.")
    var isValidating = false

    @Option(help: ArgumentHelp("Leave a part out. May be given several times.", valueName: "part"))
    var without: [Part] = []

    func validate() throws {
        if isValidating && graph != nil { throw ValidationError("--graph and --validate are two things to do.") }
    }

    func run() throws {
        do {
            print(try text(from: CoffeeShop(without: Set(without))))
        } catch {
            FileHandle.standardError.write(Data("coffee-maker: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func text(from shop: CoffeeShop) throws -> String {
        if let graph { return graph.text(of: shop.container.graph()) }
        if isValidating {
            try shop.container.validate()
            return "valid"
        }
        return try shop.brew().joined(separator: "\n")
    }
}

extension Part: ExpressibleByArgument {}
