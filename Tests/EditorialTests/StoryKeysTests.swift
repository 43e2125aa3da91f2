import Foundation
import Testing

@testable import Editorial

struct StoryKeysTests {
    @Test(arguments: [
        "https://example.org/a", "http://example.org/a", "https://www.example.org/a", "https://EXAMPLE.org/a/",
        "https://example.org:443/a", "http://example.org:80/a", "https://example.org./a", "https://Example.ORG:/a",
        "https://example.org.:443/a",
        "https://example.org/a?utm_source=rss&utm_medium=feed", "https://example.org/a?fbclid=1#comments",
        "https://example.org/%61", "  https://example.org/a\n", "https://user@example.org/a",
        "https://example.org/a?ref=example.org", "https://example.org/a#:~:text=x",
    ])
    func `one page has one canonical address`(_ url: String) {
        #expect(StoryKeys.canonicalURL(url) == "example.org/a")
    }

    @Test(arguments: [
        ("https://example.org/a?id=2&b=1", "example.org/a?b=1&id=2"),
        ("https://example.org/a?id=2&utm_campaign=x", "example.org/a?id=2"),
        ("https://example.org/A", "example.org/A"), ("https://example.org:8080/a", "example.org:8080/a"),
        ("https://example.org/?p=7", "example.org?p=7"), ("https://example.org/log#v1.2", "example.org/log#v1.2"),
        ("https://example.org/a?ref=other.org", "example.org/a?ref=other.org"),
        ("https://example.org/%e4%b8%ad", "example.org/%E4%B8%AD"), ("https://example.org/100%", "example.org/100%"),
        ("https://example.org/a%2Fb", "example.org/a%2Fb"),
    ])
    func `different pages keep different addresses`(_ url: String, _ key: String) {
        #expect(StoryKeys.canonicalURL(url) == key)
    }

    @Test(arguments: [
        "", "not an address", "mailto:a@example.org", "ftp://example.org/a", "https://", "https://example.org",
        "https://example.org/", "https://www.example.org/index.html", "https:///a", "tag:example.org,2026:1",
        "https://example.org/" + String(repeating: "a", count: 5_000),
    ])
    func `what names no article has no canonical address`(_ url: String) {
        #expect(StoryKeys.canonicalURL(url) == nil)
    }

    @Test func `the feed's home page is no article`() {
        #expect(StoryKeys.canonicalURL("https://example.org/blog/", homePage: "http://www.example.org/blog") == nil)
        #expect(StoryKeys.canonicalURL("https://example.org/blog/1", homePage: "https://example.org/blog") != nil)
    }

    @Test(arguments: [
        ("https://example.org/a?utm_source=x", "https://example.org/a"),
        ("https://example.org/a?b=1&gclid=2&c=3#d", "https://example.org/a?b=1&c=3#d"),
        ("https://example.org/a?crop/1420x708/format/webp", "https://example.org/a?crop/1420x708/format/webp"),
        ("https://example.org/a?b=%20", "https://example.org/a?b=%20"),
        ("mailto:a@b?utm_source=c", "mailto:a@b?utm_source=c"),
    ])
    func `a reader's link loses what tracks and nothing else`(_ url: String, _ clean: String) {
        #expect(StoryKeys.cleanURL(url) == clean)
    }

    private struct Vector: Decodable {
        var name: String
        var input: String
        var expected: String
        var baseURL: String?
        var feedURL: String?
    }

    private static let vectors: [Vector] = {
        let beside = URL(filePath: #filePath).appending(path: "../../../../shared/corpora/vectors").standardized
        for folder in [beside, URL(filePath: "/work/shared/corpora/vectors")] {
            guard let data = try? Data(contentsOf: folder.appending(path: "url-tracking.json")) else { continue }
            return (try? JSONDecoder().decode([Vector].self, from: data)) ?? []
        }
        return []
    }()

    @Test(.enabled(if: !vectors.isEmpty, "../shared/corpora/vectors is absent"))
    func `links are cleaned as another reader cleans them`() {
        for vector in Self.vectors {
            let clean = StoryKeys.cleanURL(vector.input, sites: [vector.baseURL, vector.feedURL].compactMap(\.self))
            #expect(clean == vector.expected, "\(vector.name)")
        }
    }

    @Test func `a title is compared without its publisher and says nothing when short`() {
        let key = StoryKeys.titleKey("Parliament passes sweeping climate reform bill")
        #expect(key != nil)
        #expect(
            StoryKeys.titleKey("Parliament Passes Sweeping Climate Reform Bill - The Gazette", source: "The Gazette")
                == key
        )
        #expect(StoryKeys.titleKey("Morning briefing") == nil)
    }

    @Test func `a stored hash never changes`() {
        #expect(StableHash.text(of: "".utf8) == "cbf29ce484222325")
        #expect(StableHash.text(of: "a".utf8) == "af63dc4c8601ec8c")
        #expect(StableHash.text(of: "foobar".utf8) == "85944171f73967e8")
    }
}
