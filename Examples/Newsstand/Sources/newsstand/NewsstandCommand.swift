import ArgumentParser
import Foundation
import NewsstandApp

@main
struct NewsstandCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "newsstand",
        abstract: "Prints the articles of a JSON Feed as a table."
    )

    @Argument(help: "The feed, version 1 or 1.1 of JSON Feed. Without it, a sample that comes with the app.")
    var feed: String?

    @Option(help: "What the table goes by.")
    var sort: ArticleOrder = .date

    @Option(help: "How many articles to print at most.")
    var limit: Int?

    @Option(help: "How many columns the table may take.")
    var width = 100

    @Flag(name: .customLong("images"), help: "Print the sizes of the images, which are read from the feed's folder.")
    var showsImages = false

    @Option(help: ArgumentHelp("Append analytics events to a file, as lines of JSON.", valueName: "file"))
    var analytics: String?

    @Flag(name: .customLong("uitesting"), help: "Swap services for stubs, as a user interface test would.")
    var isUITesting = false

    @Flag(name: .customLong("verbose"), help: "Log to standard error.")
    var isVerbose = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit has to be at least 1.") }
        if width < 40 { throw ValidationError("--width has to be at least 40.") }
    }

    @MainActor
    func run() async throws {
        do {
            let app = AppDelegate()
            try app.didFinishLaunching(options: launchOptions)
            let text: String
            do {
                text = try await FeedScreen(order: sort, limit: limit, showsImages: showsImages).text(width: width)
            } catch {
                // Flushes the events before the failure, but reports the failure.
                try? app.willTerminate()
                throw error
            }
            try app.willTerminate()
            print(text)
        } catch {
            FileHandle.standardError.write(Data("newsstand: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }

    private var launchOptions: LaunchOptions {
        LaunchOptions(
            feedPath: feed,
            analyticsPath: analytics,
            isUITesting: isUITesting,
            isVerbose: isVerbose
        )
    }
}

extension ArticleOrder: ExpressibleByArgument {}
