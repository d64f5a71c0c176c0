// The preview trait of the article 'SwiftUI and previews', without SwiftUI, which Linux does not have.
// `Scripts/apple/typecheck` checks the article's own snippet.

import Hopoate
import HopoateTestingHelpers
import Testing

@MainActor
@Suite(.isolatedDependencies) struct PreviewTraitTests {
    struct Titles: Equatable { let text: String }

    /// Stands for a view that is created before the modifier's `body` runs.
    struct ArticleList {
        @Dependency private var titles: Titles

        var text: String { titles.text }
    }

    /// Stands for the modifier, and keeps its static property, as tests run at the same time.
    final class PreviewDependencies: DependencyModule {
        private let setUp: (DependencyContainer) -> Void

        init(setUp: @escaping (DependencyContainer) -> Void) { self.setUp = setUp }

        func body(_ installed: inout InstalledModule?) {
            if let installed { DependencyContainer.shared.remove(installed) }
            installed = DependencyContainer.shared.install(self)
        }

        func register(in container: DependencyContainer) { setUp(container) }
    }

    @Test func `a view that exists already sees the services of the preview that is shown`() {
        DependencyContainer.shared.register(Titles(text: "app"), for: Titles.self)
        let preview = PreviewDependencies { $0.register(Titles(text: "preview"), for: Titles.self) }
        let other = PreviewDependencies { $0.register(0, for: Int.self) }
        let list = ArticleList()
        var installed: InstalledModule?

        for _ in 1...2 { preview.body(&installed) }
        #expect(list.text == "preview")
        #expect(DependencyContainer.shared.registrations.count == 2)

        other.body(&installed)
        #expect(list.text == "app")
    }
}
