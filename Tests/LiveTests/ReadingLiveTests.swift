import Foundation
import TestSupport
import Testing

/// Articles read from their pages by the real program, in the terminal, from a real web server.
@Suite(.timed) struct ReadingLiveTests {
    private let server: LocalWebServer

    init() throws { server = try LocalWebServer() }

    private static let sentence =
        "The ferry to the island sails again after three weeks of storm, with bread and mail. "

    private func page(_ title: String, _ marker: String) -> String {
        """
        <html lang="en"><head><title>\(title)</title><meta name="author" content="Ada Writer"></head><body>
        <article><h1>\(title)</h1><p>\(String(repeating: Self.sentence, count: 5))</p><p>\(marker)</p></article>
        </body></html>
        """
    }

    private func html(_ body: String) -> LocalWebServer.Response {
        .ok(body, headers: [("Content-Type", "text/html; charset=utf-8")])
    }

    /// A feed of short summaries; the first item is the newest.
    private func serveFeed(_ items: [(title: String, link: String)]) {
        let now = Date().timeIntervalSince1970
        let entries = items.enumerated().map { index, item in
            let date = Date(timeIntervalSince1970: now - Double(600 + index * 60)).formatted(.iso8601)
            return """
                <item><title>\(item.title)</title><link>\(item.link)</link><guid>\(index)</guid>
                <description>Summary of number \(index).</description><pubDate>\(date)</pubDate></item>
                """
        }
        let rss = "<rss version=\"2.0\"><channel><title>Gazette</title>\(entries.joined())</channel></rss>"
        server.respond(to: "/feed.xml") { _ in .ok(rss, headers: [("Content-Type", "application/rss+xml")]) }
    }

    private func chat(_ folder: TemporaryFolder, _ lines: [String]) async throws -> String {
        try folder.write(
            "config.toml",
            """
            log_level = "error"
            [fetch]
            host_spacing = "0s"
            allow_addresses = ["127.0.0.0/8"]
            """
        )
        let result = try await CrierProcess.run(
            ["console", "--config", folder.path("config.toml")],
            input: lines.joined(separator: "\n") + "\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.contains("internal error"), "\(result.output)")
        return result.output
    }

    @Test func `read brings the page's text, once, and a restart later it is still there`() async throws {
        serveFeed([("Ferry sails", server.url("/ferry"))])
        server.respond(to: "/ferry") { [self] _ in html(page("Ferry sails", "The bakery has flour again.")) }
        let folder = try TemporaryFolder()
        let first = try await chat(
            folder,
            ["sub \(server.url("/feed.xml"))", "headlines", "read 1", "read 1", "save 1 #sea"]
        )
        #expect(first.components(separatedBy: "The bakery has flour again.").count == 3, "\(first)")
        #expect(first.contains("Ada Writer") && first.contains(server.url("/ferry")))
        #expect(server.requests(to: "/ferry").count == 1)
        #expect(server.requests(to: "/ferry").first?.header("User-Agent")?.contains("Crier") == true)
        server.stop()
        let again = try await chat(folder, ["saved sea", "read 1", "unsave 1", "saved"])
        #expect(
            again.contains("The bakery has flour again.") && again.contains("You have saved nothing yet"),
            "\(again)"
        )
    }

    @Test func `whatever a page does, its reader gets the summary and the reason`() async throws {
        let evil = "\u{1b}[31mred\u{7} \u{202e}backwards &lt;script&gt;alert(1)&lt;/script&gt; %n{0} `code` *bold*"
        serveFeed([
            ("Inside", "http://10.0.0.1/"), ("Too large", server.url("/large")), ("Slow", server.url("/slow")),
            ("Wall", server.url("/wall")), ("Picture", server.url("/picture")), ("Evil", server.url("/evil")),
            ("Loopback by IPv6", "http://[::1]:\(server.port)/evil"),
        ])
        server.respond(to: "/large") { _ in
            .ok([UInt8](repeating: 0x61, count: 9 << 20), headers: [("Content-Type", "text/html")])
        }
        server.respond(to: "/slow") { _ in
            .ok(
                .drip(Array("<html><p>slowly</p></html>".utf8), pause: 10_000),
                headers: [("Content-Type", "text/html")]
            )
        }
        server.respond(to: "/wall") { _ in .status(403) }
        server.respond(to: "/picture") { _ in .ok([0xff, 0xd8], headers: [("Content-Type", "image/jpeg")]) }
        server.respond(to: "/evil") { [self] _ in html(page(evil, evil)) }
        let start = ContinuousClock.now
        let output = try await chat(
            try TemporaryFolder(),
            ["sub \(server.url("/feed.xml"))", "headlines 10"] + (1...7).map { "read \($0)" }
        )
        // Byte by byte the slow page would take minutes.
        #expect(ContinuousClock.now - start < .seconds(120))
        for (index, reason) in [
            (0, "I fetch from public servers only"), (1, "too large"), (2, "takes a while"), (3, "its host forbids it"),
            (4, "no web page"), (6, "I fetch from public servers only"),
        ] {
            #expect(output.contains("Summary of number \(index)."), "\(output)")
            #expect(output.contains(reason), "\(reason): \(output)")
        }
        #expect(output.contains("<script>alert(1)</script>"))
        #expect(!output.contains("\u{1b}") && !output.contains("\u{7}") && !output.contains("\u{202e}"))
        #expect(server.requests(to: "/evil").count == 1)
    }
}
