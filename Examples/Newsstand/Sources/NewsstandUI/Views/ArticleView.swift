#if canImport(SwiftUI)
import Foundation
import NewsstandApp
import SwiftUI

#if os(macOS)
import AppKit
#else
import UIKit
#endif

/// The screen of one article.
struct ArticleView: View {
    let model: ArticleModel

    var body: some View {
        ScrollView {
            VStack(alignment: .leading) {
                Text(model.article.title).font(.headline)
                Text(model.byline).font(.caption)
                if model.article.imageURL != nil { ArticleImage(data: model.image) }
                Text(model.article.text)
            }
            .padding()
        }
        .task { await model.load() }
    }
}

/// An image, or a placeholder until there is one that the system can draw.
struct ArticleImage: View {
    let data: Data?

    var body: some View { image.resizable().scaledToFit() }

    private var image: Image {
        let placeholder = Image(systemName: "photo")
        #if os(macOS)
        return data.flatMap(NSImage.init(data:)).map(Image.init(nsImage:)) ?? placeholder
        #else
        return data.flatMap(UIImage.init(data:)).map(Image.init(uiImage:)) ?? placeholder
        #endif
    }
}
#endif
