import Testing

/// Runs the built executable.
@Suite struct CommandLineTests {
    @Test func coffeeIsBrewedWithoutArguments() throws {
        #expect(
            try CommandLineRun([])
                == CommandLineRun(
                    exitCode: 0,
                    output: """
                        The heater is on.
                        Hot water rises through the pump.
                        A cup of coffee is ready.
                        The heater is off.

                        """
                )
        )
    }

    @Test(arguments: [
        ("mermaid", "graph ", "-.->"), ("dot", "digraph ", "->"), ("text", "CoffeeMaker", "lazy: Heater"),
    ])
    func theGraphIsDrawn(format: String, beginning: String, part: String) throws {
        let run = try CommandLineRun(["--graph", format])
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix(beginning))
        #expect(run.output.contains(part))
        #expect(run.output.contains("Heater"))
        #expect(!run.output.contains("is on."))
    }

    @Test func aGraphShowsWhatIsMissing() throws {
        let run = try CommandLineRun(["--graph", "text", "--without", "heater"])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("lazy: Heater (not registered)"))
    }

    @Test func theWholeCoffeeMakerIsValid() throws {
        #expect(try CommandLineRun(["--validate"]) == CommandLineRun(exitCode: 0, output: "valid\n"))
    }

    @Test(arguments: [("heater", "Coffee.Heater"), ("pump", "Coffee.Pump"), ("logger", "Coffee.CoffeeLogger")])
    func aPartThatIsLeftOutIsNamedAndFails(part: String, service: String) throws {
        for arguments in [["--validate", "--without", part], ["--without", part]] {
            let run = try CommandLineRun(arguments)
            #expect(run.exitCode == 1)
            #expect(run.output == "")
            #expect(run.errors.hasPrefix("coffee-maker: "))
            #expect(run.errors.contains("Nothing is registered for \(service)."))
            #expect(run.errors.contains("CoffeeMaker"))
            #expect(!run.errors.contains("Fatal error"))
        }
    }

    @Test(arguments: [
        ("heater", ["Coffee.CoffeeMaker", "Coffee.Pump"]), ("pump", ["Coffee.CoffeeMaker"]),
        ("logger", ["Coffee.CoffeeMaker", "Coffee.Heater", "Coffee.Pump"]),
    ])
    func validatingNamesAllThatNeedThePart(part: String, needing: [String]) throws {
        let run = try CommandLineRun(["--validate", "--without", part])
        for service in needing { #expect(run.errors.contains(service)) }
    }

    @Test func allProblemsAreListedAtOnce() throws {
        let run = try CommandLineRun(["--validate", "--without", "heater", "--without", "logger"])
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("Problem 1 of 2: "))
        #expect(run.errors.contains("Problem 2 of 2: "))
        #expect(run.errors.contains("Nothing is registered for Coffee.Heater."))
        #expect(run.errors.contains("Nothing is registered for Coffee.CoffeeLogger."))
    }

    @Test(arguments: [["--graph", "picture"], ["--without", "water"], ["--graph", "dot", "--validate"], ["coffee"]])
    func wrongArgumentsAreAUsageError(arguments: [String]) throws {
        #expect(try CommandLineRun(arguments).exitCode == 64)
    }
}
