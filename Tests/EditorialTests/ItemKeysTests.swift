import Testing

@testable import Editorial

struct ItemKeysTests {
    private typealias Entry = ItemKeys.Entry

    private static let original = Entry(
        guid: "tag:site.example,2026:17",
        url: "https://site.example/news/17",
        title: "Parliament passes the reform",
        summary: "After a long night.",
        published: 1_794_830_417
    )

    private static func changed(_ change: (inout Entry) -> Void) -> Entry {
        var entry = original
        change(&entry)
        return entry
    }

    /// Whether a feed that showed `old` takes `new` for the same entry.
    private func isRepeat(_ new: Entry, of old: Entry, homePage: String? = nil) -> Bool {
        let seen = Set(ItemKeys.keys(of: [old], homePage: homePage)[0])
        return !seen.isDisjoint(with: ItemKeys.keys(of: [new], homePage: homePage)[0])
    }

    @Test(arguments: [
        "Parliament Passes\tthe  Reform ", " \r\n A\u{b}B\u{c}C", "", "  ", "\u{1c}a\u{1f}B", "ÄRGER im  Büro",
        "a\u{a0}B", "İ I", "ÀÉÞ×ß÷ÿ Ÿ", "“Über”  – 東京は…", "l’ÉTÉ ‘one’ — two", "E\u{301}TE", "a\u{3000}B", "a\u{2003}B",
        "全 A",
        "• One\u{2028}Two", "\u{85}A", "\u{ad}B", "…\r\n…", "À\u{327}", "ΣΑΣ", "🙂 A", "Å", "\u{c0}",
    ])
    func `titles are folded as they always were`(_ title: String) {
        #expect(ItemKeys.folded(title) == title.lowercased().split { $0.isWhitespace }.joined(separator: " "))
    }

    /// Keys that are all different are compared less; the outcome must not depend on it.
    @Test func `a document with one repeated entry gives all other entries the keys that they have without it`() {
        let entries = (0..<20).map { number in
            Entry(
                guid: number.isMultiple(of: 3) ? nil : "guid \(number)",
                url: number.isMultiple(of: 4) ? nil : "https://site.example/\(number)",
                title: "Entry \(number / 2)",
                summary: "Summary \(number)",
                published: number.isMultiple(of: 5) ? nil : 1_794_830_417 + Int64(number)
            )
        }
        let alone = ItemKeys.keys(of: entries)
        #expect(ItemKeys.keys(of: entries + [entries[7]]) == alone + [[]])
        #expect(ItemKeys.keys(of: entries + [entries[12]]) == alone + [[]])
        #expect(alone.allSatisfy { !$0.isEmpty })
    }

    /// Without guid, link and date only the weaker keys show that an entry is repeated.
    @Test func `a repeated entry that has only a title and a text has no keys`() {
        let entry = Entry(title: "Only a title", summary: "And a text")
        let keys = ItemKeys.keys(of: [Self.original, entry, entry])
        #expect(keys.map(\.isEmpty) == [false, false, true])
    }

    @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func `hashes are those of FNV-1a, however the bytes come`(_ text: String, _ hash: String) {
        #expect(StableHash.text(of: text.utf8) == hash)
        #expect(StableHash.text(of: Array(text.utf8)) == hash)
        #expect(StableHash.text(of: text.utf8.lazy.map { $0 }) == hash)
    }

    @Test func `a document's hash tells every changed, added and moved byte`() {
        let document = Array("<rss><channel><title>Storm reaches the coast</title></channel></rss>".utf8)
        var hashes: Set<String> = [DocumentHash.text(of: document), DocumentHash.text(of: document + [0])]
        #expect(DocumentHash.text(of: []).count == 16)
        for place in document.indices {
            var changed = document
            changed[place] ^= 1
            hashes.insert(DocumentHash.text(of: changed))
            hashes.insert(DocumentHash.text(of: Array(document[..<place])))
        }
        hashes.insert(DocumentHash.text(of: Array(document[8...]) + document[..<8]))
        #expect(hashes.count == 2 * document.count + 3)
    }

    @Test(arguments: [
        ("nothing", original),
        ("guid", changed { $0.guid = "tag:site.example,2027:99" }),
        ("guid and title", changed { ($0.guid, $0.title) = ("other", "Parliament rejects the reform") }),
        ("guid and date", changed { ($0.guid, $0.published) = ("other", 1_794_900_000) }),
        ("guid and link", changed { ($0.guid, $0.url) = ("other", "https://new.example/2026/17") }),
        ("guid gone", changed { $0.guid = nil }),
        ("title", changed { $0.title = "Updated: parliament passes the reform" }),
        ("date", changed { $0.published = 1_794_999_999 }),
        ("date gone", changed { $0.published = nil }),
        ("link", changed { $0.url = "https://site.example/elsewhere" }),
        ("link, title and date", changed { ($0.url, $0.title, $0.published) = ("https://b.example/1", "New", 5) }),
        ("scheme", changed { ($0.guid, $0.url) = ("x", "http://www.site.example/news/17/?utm_source=rss") }),
        ("summary", changed { $0.summary = "Corrected." }),
    ])
    private func `an entry is known again whatever changed`(_ what: String, _ entry: Entry) {
        #expect(isRepeat(entry, of: Self.original), "\(what)")
    }

    @Test func `a guid made of the link may change together with everything else`() {
        let first = Self.changed { $0.guid = "https://site.example/news/17#0" }
        let edited = Entry(guid: "https://site.example/news/17#1", url: first.url, title: "Rewritten", published: 9_999)
        #expect(isRepeat(edited, of: first))
    }

    @Test func `entries that come one at a time under one link are different entries`() {
        let link = "https://weather.example/warnings"
        let storm = Entry(guid: "w1", url: link, title: "Storm in the north", published: 1_794_830_400)
        let frost = Entry(guid: "w2", url: link, title: "Frost in the south", published: 1_794_916_800)
        #expect(!isRepeat(frost, of: storm))
    }

    @Test func `another entry is another entry`() {
        let other = Entry(guid: "18", url: "https://site.example/news/18", title: "Weather", published: 1_794_830_500)
        #expect(!isRepeat(other, of: Self.original))
    }

    @Test func `a feed without guids is keyed by its links`() {
        let old = Self.changed { $0.guid = nil }
        #expect(isRepeat(Self.changed { ($0.guid, $0.title, $0.published) = (nil, "New title", 7) }, of: old))
    }

    @Test func `without guid and link the title and the day count`() {
        let old = Entry(title: "Weather", published: 1_794_830_400)
        #expect(isRepeat(Entry(title: "WEATHER ", summary: "more", published: 1_794_834_000), of: old))
        #expect(!isRepeat(Entry(title: "Weather", published: 1_794_916_800), of: old))
    }

    @Test func `without a date the words count`() {
        let old = Entry(title: "Note", summary: "one")
        #expect(isRepeat(old, of: old))
        #expect(!isRepeat(Entry(title: "Note", summary: "two"), of: old))
    }

    @Test func `keys that different entries share are no identity`() {
        let entries = (1...3).map { number in
            Entry(
                guid: "constant",
                url: "https://site.example/",
                title: "Entry \(number)",
                published: Int64(number) * 90_000
            )
        }
        let keys = ItemKeys.keys(of: entries, homePage: "https://site.example")
        #expect(keys.allSatisfy { !$0.isEmpty })
        #expect(keys.joined().allSatisfy { !$0.contains("constant") && !$0.hasPrefix("link ") })
        #expect(Set(keys.joined()).count == keys.joined().count)
    }

    @Test func `a shared link leaves the guid as identity`() {
        let link = "https://site.example/changelog"
        let entries = [Entry(guid: "1", url: link, title: "One"), Entry(guid: "2", url: link, title: "Two")]
        let keys = ItemKeys.keys(of: entries)
        #expect(keys.map { $0.contains("link site.example/changelog") } == [false, false])
        #expect(keys[0].contains("guid 1") && keys[1].contains("guid 2"))
    }

    @Test func `the second copy of an entry has no keys`() {
        let keys = ItemKeys.keys(of: [Self.original, Self.original])
        #expect(!keys[0].isEmpty)
        #expect(keys[1].isEmpty)
    }

    @Test func `every entry has a key, however poor`() {
        let keys = ItemKeys.keys(of: [
            Entry(), Entry(title: "A"), Entry(title: "B", published: .max), Entry(title: "C", published: .min),
        ])
        #expect(keys.allSatisfy { !$0.isEmpty })
    }

    @Test func `long keys are short and still differ`() {
        let long = String(repeating: "x", count: 4_000)
        let keys = ItemKeys.keys(of: [Entry(guid: long + "1", title: "A"), Entry(guid: long + "2", title: "B")])
        #expect(keys.joined().allSatisfy { $0.utf8.count <= 200 })
        #expect(Set(keys[0]).isDisjoint(with: keys[1]))
    }
}
