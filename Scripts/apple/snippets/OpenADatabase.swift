// The launch of the article 'Open a database at launch', type-checked for iOS by `Scripts/apple/typecheck`.

import Hopoate
import Observation
import SwiftUI

protocol Database: Sendable {
    func titles() async throws -> [String]
    func close() async
}

actor FileDatabase: Database {
    static func open(at path: String) async throws -> FileDatabase { FileDatabase() }
    func titles() -> [String] { [] }
    func close() {}
}

@main
struct NewsApp: App {
    init() {
        DependencyContainer.shared.register((any Database).self, lifetime: .eager) {
            try await FileDatabase.open(at: "articles.db")
        }
    }

    var body: some Scene {
        WindowGroup { RootView() }
    }
}

@MainActor @Observable
final class LaunchModel {
    private(set) var isReady = false
    private(set) var error: (any Error)?

    func open() async {
        do {
            try await DependencyContainer.shared.waitUntilReady()
            isReady = true
        } catch {
            self.error = error
        }
    }
}

struct RootView: View {
    @State private var launch = LaunchModel()

    var body: some View {
        Group {
            if launch.isReady { Headline() } else { LaunchScreen(error: launch.error) }
        }
        .task { await launch.open() }
    }
}

struct LaunchScreen: View {
    let error: (any Error)?

    var body: some View { Text(error.map { "\($0)" } ?? "") }
}

struct Headline: View {
    @Dependency private var database: any Database
    @State private var title = ""

    var body: some View {
        Text(title).task { title = (try? await database.titles().first) ?? "" }
    }
}
