#if canImport(SwiftUI)
import SwiftUI

/// The wiring of the app, the times at launch and the last look-ups.
struct DebugMenuView: View {
    @Bindable var menu: DebugMenuModel

    var body: some View {
        List {
            Toggle("Trace look-ups", isOn: $menu.isTracing)
            ForEach(menu.sections) { section in
                Section(section.id) {
                    ScrollView(.horizontal) { Text(section.text).font(.caption.monospaced()) }
                }
            }
        }
        .navigationTitle("Debug")
    }
}
#endif
