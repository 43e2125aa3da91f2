import GRDB
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

@Suite(.timed) struct ImportCostTests {
    /// The statements of an import of 500 feeds, in all and those that read categories.
    private func cost(folders: Int, expect words: String...) async throws -> (all: Int, ofCategories: Int) {
        let chat = try await Conversation()
        let server = try LocalWebServer()
        let perFolder = 500 / folders
        let outlines = (0..<500).map { number in
            let feed = "<outline text=\"Paper no\(number)\" xmlUrl=\"https://host\(number).example/feed\"/>"
            return "<outline text=\"Theme no\(number / perFolder)\">\(feed)</outline>"
        }
        server.respond(to: "/list.opml") { _ in
            .ok("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>")
        }
        let (all, ofCategories) = (StatementCount(), StatementCount())
        try await chat.store.write { db in
            db.trace { event in
                all.add()
                if "\(event)".contains("FROM categorySetting WHERE") { ofCategories.add() }
            }
        }
        let said = try await chat.says("!import \(server.url("/list.opml"))", expect: "Added 500 feeds")
        for word in words { #expect(said.contains(word), "\(said)") }
        return (all.take(), ofCategories.take())
    }

    @Test func `an import reads the categories as often for 500 folders as for one`() async throws {
        let one = try await cost(folders: 1)
        let most = try await cost(folders: 25)
        let many = try await cost(folders: 500, expect: "470 folders are no categories here")
        #expect(one.ofCategories > 0)
        #expect(one.ofCategories == many.ofCategories, "\(one), \(many)")
        // Only names that may become categories are looked up: thirty at most.
        #expect(many.all < most.all + 100, "\(most), \(many)")
    }
}
