import Foundation
import Testing

@testable import ChatCommands

/// COMMANDS.md, from which people learn what they may type.
@Suite struct CommandDocumentTests {
    @Test func `it names every command`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "COMMANDS.md"), encoding: .utf8)
        // Every second piece between backquotes is code.
        let code = text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let named = Set(code.compactMap { $0.split { " ,!|[<".contains($0) }.first.map(String.init) })
        let missing = CommandTable.standard.commands.map(\.name).filter { !named.contains($0) }
        #expect(missing.isEmpty)
    }
}
