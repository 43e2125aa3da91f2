import Foundation
import TestSupport

/// What strangers type and serve when they mean harm, one kind a line.
enum HostileCrowd {
    /// Feeds and pages that cost their reader more than their bytes.
    static func serve(on web: LocalWebServer) {
        let attributes = (0..<20_000).map { "a\($0)=\"\"" }.joined(separator: " ")
        web.respond(to: "/attributes") { _ in
            page("<p \(attributes)>Some words</p>" + String(repeating: "<p>Text of a story.</p>", count: 40))
        }
        web.respond(to: "/attributes.xml") { _ in
            feed("<item><title>One</title><link>\(web.url("/attributes"))</link></item>")
        }
        let opened = (0..<4_000).map { "<a xmlns:n\($0)=\"u:\($0)\">" }.joined()
        let closed = String(repeating: "</a>", count: 4_000)
        web.respond(to: "/namespaces.xml") { _ in feed("<item><title>Two</title>\(opened)\(closed)</item>") }
        let entities = (0..<50_000).map { "<!ENTITY e\($0) \"x\">" }.joined()
        web.respond(to: "/entities.xml") { _ in
            .ok("<?xml version=\"1.0\"?><!DOCTYPE rss [\(entities)]>" + document("<item><title>&e1;</title></item>"))
        }
        let nested = String(repeating: "<ul><li><b>", count: 60_000)
        web.respond(to: "/nested") { _ in page(nested) }
        web.respond(to: "/nested.xml") { _ in
            feed("<item><title>Three</title><link>\(web.url("/nested"))</link></item>")
        }
        let text = String(repeating: "many words in a row ", count: 150)
        let many = (0..<1_500).map {
            "<item><title>Number \($0) of many</title><description>\(text)</description></item>"
        }
        .joined()
        web.respond(to: "/large.xml") { _ in feed(many) }
        web.respond(to: "/slow.xml") { _ in .ok(.drip(Array(document("").utf8), pause: 400)) }
        web.respond(to: "/silent.xml") { _ in .ok(.silence) }
        web.respond(to: "/round") { _ in .redirect(to: web.url("/round")) }
    }

    /// Each person takes these in turn, from a place of their own.
    static func lines(_ web: LocalWebServer, _ person: Int) -> [String] {
        let costly = (0..<17).map { "/(?:.?.?.?.?){399}\($0)☃/" }.joined(separator: " OR ")
        return [
            "sub \(web.url("/attributes.xml?\(person)")) as Bait\(person)", "read 1", "headlines",
            "alert add \(costly)", "alert add /(x+x+)+y/ OR /(a|b|ab)*c/ OR /[^z]*z[^y]*y/", "mute /(.*a){40}/",
            "sub \(web.url("/namespaces.xml?\(person)"))", "sub \(web.url("/entities.xml?\(person)"))",
            "preview \(web.url("/nested.xml?\(person)"))", "sub \(web.url("/large.xml?\(person % 7)"))", "unsub 1",
            "sub \(web.url("/slow.xml?\(person)"))", "preview \(web.url("/silent.xml?\(person)"))",
            "sub \(web.url("/round?\(person)"))", "refresh", "digest week as html", "export opml", "news", "feed 1",
            "link ABC234", "yes ABC234", "forget me", "quiz at 20:00", "search token", "alert add report",
            "headlines at 00:01", "import \(web.url("/large.xml?opml"))", "undo", "help", "me",
            String(repeating: "sub \(web.url("/silent.xml")) ", count: 6), "set tz Mars/Olympus",
        ]
    }

    /// What they type when they have overheard the short name of a story.
    static func lines(aboutStory name: String) -> [String] { ["read \(name)", "why \(name)", "save \(name)"] }

    private static func page(_ body: String) -> LocalWebServer.Response {
        .ok(
            "<html><head><title>A page</title></head><body>\(body)</body></html>",
            headers: [("Content-Type", "text/html")]
        )
    }

    private static func feed(_ items: String) -> LocalWebServer.Response {
        .ok(document(items), headers: [("Content-Type", "application/rss+xml")])
    }

    private static func document(_ items: String) -> String {
        "<rss version=\"2.0\"><channel><title>Bait</title>\(items)</channel></rss>"
    }
}
