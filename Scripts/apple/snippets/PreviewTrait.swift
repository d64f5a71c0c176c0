// The preview trait of the article 'SwiftUI and previews', type-checked for iOS by `Scripts/apple/typecheck`.

import Hopoate
import SwiftUI

protocol ArticleProviding: Sendable {
    var titles: [String] { get }
}

struct SampleArticles: ArticleProviding {
    var titles = ["One", "Two"]
}

struct ArticleList: View {
    @Dependency private var articles: any ArticleProviding

    var body: some View {
        List(articles.titles, id: \.self) { title in Text(title) }
    }
}

/// Registers the services of a preview, and removes those of the previous one.
@available(iOS 18, macOS 15, *)
struct PreviewDependencies: PreviewModifier, DependencyModule {
    private static var installed: InstalledModule?
    let setUp: @Sendable (DependencyContainer) -> Void

    func body(content: Content, context: Void) -> some View {
        let container = DependencyContainer.shared
        if let installed = Self.installed { container.remove(installed) }
        Self.installed = container.install(self)
        return content
    }

    nonisolated func register(in container: DependencyContainer) {
        setUp(container)
    }
}

@available(iOS 18, macOS 15, *)
extension PreviewTrait where T == Preview.ViewTraits {
    @MainActor
    static func dependencies(
        _ setUp: @escaping @Sendable (DependencyContainer) -> Void
    ) -> Self {
        .modifier(PreviewDependencies(setUp: setUp))
    }
}

@available(iOS 18, macOS 15, *)
#Preview(
    traits: .dependencies { container in
        container.register(SampleArticles(), for: (any ArticleProviding).self)
    }
) {
    ArticleList()
}
