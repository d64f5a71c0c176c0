// Stand-in for the plugin of Xcode that expands `#Preview`. It is compiled for the machine that type-checks.
import SwiftSyntax
import SwiftSyntaxMacros

/// Expands to nothing: the compiler has type-checked the preview's body before.
public struct SwiftUIView: DeclarationMacro {
    public static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
