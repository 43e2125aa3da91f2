/// A kind of document that costs a careless reader more than its bytes: the same for every size.
package struct HostileDocument: Sendable {
    /// What reads it, and what it is measured against.
    package enum Kind: String, Sendable, CaseIterable {
        case page, feed, json, list
    }

    package let name: String
    package let kind: Kind
    private let beginning: String
    private let end: String
    /// The text of a place in the document.
    private let piece: @Sendable (_ number: Int) -> String

    init(
        _ kind: Kind,
        _ name: String,
        _ beginning: String = "",
        end: String = "",
        _ piece: @escaping @Sendable (_ number: Int) -> String
    ) {
        self.kind = kind
        self.name = name
        self.beginning = beginning
        self.end = end
        self.piece = piece
    }

    init(_ kind: Kind, _ name: String, _ beginning: String = "", end: String = "", each piece: String) {
        self.init(kind, name, beginning, end: end) { _ in piece }
    }

    /// The document with about so many bytes.
    package func document(ofSize size: Int) -> [UInt8] {
        var bytes = Array(beginning.utf8)
        bytes.reserveCapacity(size + 4_096)
        var number = 0
        while bytes.count + end.utf8.count < size {
            bytes += piece(number).utf8
            number += 1
        }
        return bytes + Array(end.utf8)
    }

    package static let all = pages + feeds + jsonFeeds + lists

    /// What the others are compared with: a document as it should be.
    package static func plain(_ kind: Kind) -> HostileDocument {
        let text = "The tide came in later than the tables said, and the harbour was quiet until the evening."
        switch kind {
        case .page:
            return HostileDocument(
                kind,
                "plain",
                "<!doctype html><html lang='en'><head><title>Tide and time</title></head><body><article><h1>Tide</h1>",
                end: "</article></body></html>"
            ) { "<p class='text'>\(text) <a href='/more/\($0)'>More of it</a>, and <b>\(text)</b></p>\n" }
        case .feed:
            return HostileDocument(
                kind,
                "plain",
                "<?xml version='1.0' encoding='utf-8'?><rss version='2.0'><channel><title>Tide</title>",
                end: "</channel></rss>"
            ) {
                """
                <item><title>Tide \($0)</title><link>https://example.org/\($0)</link><guid>tide-\($0)</guid>
                <pubDate>Mon, 05 Oct 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;\(text)&lt;/p&gt;</description></item>

                """
            }
        case .json:
            return HostileDocument(
                kind,
                "plain",
                "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[",
                end: "{}]}"
            ) {
                "{\"id\":\"\($0)\",\"title\":\"Tide\",\"url\":\"https://example.org/\($0)\",\"content_html\":\"<p>\(text)</p>\"},\n"
            }
        case .list:
            return HostileDocument(
                kind,
                "plain",
                "<opml version='2.0'><head><title>L</title></head><body>",
                end: "</body></opml>"
            ) {
                "<outline type='rss' text='Tide \($0)' xmlUrl='https://example.org/\($0)/feed' htmlUrl='https://example.org/\($0)'/>\n"
            }
        }
    }
}
