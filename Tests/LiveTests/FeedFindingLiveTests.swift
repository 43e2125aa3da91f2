import Foundation
import TestSupport
import Testing

/// From looking inside a feed to following a whole list of them, in the terminal and against a web server.
@Suite(.timed) struct FeedFindingLiveTests {
    @Test func `preview, follow, import and export`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "config.toml",
            """
            [catalogue]
            default_selection = false
            [fetch]
            host_spacing = "0s"
            allow_addresses = ["127.0.0.0/8"]
            """
        )
        let server = try LocalWebServer()
        func feed(_ title: String) -> String {
            let items = (1...7).map { "<item><title>\(title) \($0)</title><link>\(server.url("/\($0)"))</link></item>" }
            return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
        }
        for name in ["Alpha", "Beta", "Gamma"] {
            let text = feed(name)
            server.respond(to: "/\(name.lowercased())") { _ in .ok(text) }
        }
        let outlines = ["beta", "gamma", "gone"].map {
            "<outline type=\"rss\" text=\"My \($0)\" xmlUrl=\"\(server.url("/\($0)"))\"/>"
        }
        let list = "<opml version=\"2.0\"><body><outline text=\"Tech\">\(outlines.joined())</outline></body></opml>"
        server.respond(to: "/list.opml") { _ in .ok(list) }

        let lines = [
            "preview \(server.url("/alpha"))", "yes", "import \(server.url("/list.opml"))", "feeds", "export opml",
            "sources investing", "sub reuters",
        ]
        let result = try await CrierProcess.run(
            ["console", "--config", folder.path("config.toml")],
            input: lines.joined(separator: "\n") + "\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        for words in [
            "• Alpha 1", "To follow it", "Added Alpha (7 stories)", "Added 3 feeds", "My beta", "Technology",
            "<outline text=\"Technology\" title=\"Technology\">", "ETF Trends (etftrends)",
            "Reuters is not in the catalogue",
        ] {
            #expect(result.output.contains(words), "\(words): \(result.output)")
        }
        #expect(!result.output.contains("Alpha 6"), "\(result.output)")
        #expect(!result.output.contains("internal error"))
    }
}
