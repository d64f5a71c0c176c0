import Foundation
import Hopoate
import XCTest

protocol Plugin {}
protocol Decorating {}
struct PluginStore<Item> {}

/// Types with protocols as arguments. Where `any` has to be written in code, the compiler warns of what is suggested for them,
/// and inserts it: the runtime does not tell a protocol from a struct there.
class Swift5SuggestedCodeTests: XCTestCase {
    func testASuggestionIsTheCodeOfItsType() throws {
        // swift-format-ignore
        let types: [Any.Type] = [
            Optional<Plugin>.self,
            Optional<Optional<Plugin>>.self,
            Array<Plugin>.self,
            Array<Plugin.Type>.self,
            Array<Decorating & Plugin>.self,
            Dictionary<String, Plugin>.self,
            PluginStore<Plugin>.self,
            PluginStore<() -> Plugin>.self,
            Result<Int, Error>.self,
            (Plugin, Int).self,
            (() -> Plugin).self,
            ((inout Plugin) -> ()).self,
            ((Plugin) -> (Optional<Plugin>) -> Int).self,
            Plugin.Protocol.self,
            (Decorating & Plugin).Protocol.self,
        ]
        let firstLine = #line - 16
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        for (type, line) in zip(types, source.dropFirst(firstLine - 1)) {
            XCTAssertEqual(DependencyError.metatype(of: type) + ",", line.trimmingCharacters(in: .whitespaces))
        }
    }
}
