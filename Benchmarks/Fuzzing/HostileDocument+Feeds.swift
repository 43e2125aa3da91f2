extension HostileDocument {
    private static let long = String(repeating: "x", count: 20_000)
    private static let rss = "<rss version='2.0'><channel><title>T</title>"
    private static let item = rss + "<item><title>I</title>"
    private static let closing = "</channel></rss>"
    private static let entity = "<!DOCTYPE rss [<!ENTITY a 'x'>"

    /// Feeds in XML.
    static let feeds: [HostileDocument] = [
        HostileDocument(.feed, "attributes", "<rss><channel ", end: "/></rss>") { "a\($0)='1' " },
        HostileDocument(.feed, "attributes a tag", rss, end: closing) { number in
            "<a " + (0..<60).map { "a\($0)='\(number)' " }.joined() + "/>"
        },
        HostileDocument(.feed, "attributes of many names", rss, end: closing) { number in
            "<a " + (0..<300).map { "a\($0)x\(number)='' " }.joined() + "/>"
        },
        HostileDocument(.feed, "namespaces on nested tags", rss) { "<a xmlns:n\($0)='u\($0)' xmlns:m\($0)='v\($0)'>" },
        HostileDocument(.feed, "namespaces of one tag", "<rss ", end: "><channel/></rss>") { "xmlns:n\($0)='u\($0)' " },
        HostileDocument(.feed, "namespaces and prefixes", rss) { number in
            "<n\(number):a " + (0..<20).map { "xmlns:n\(number + 1)x\($0)='u\($0)' " }.joined() + ">"
        },
        HostileDocument(.feed, "namespaces one after the other", rss, end: closing) {
            "<n\($0):a xmlns:n\($0)='u\($0)'/>"
        },
        HostileDocument(.feed, "a long namespace", "<rss xmlns:n='\(long)'><channel>", end: closing) { "<n:a\($0)/>" },
        HostileDocument(.feed, "unknown prefixes", rss, end: closing) { "<n\($0):a/>" },
        HostileDocument(.feed, "entity declarations", entity, end: "]>\(rss)\(closing)") { "<!ENTITY e\($0) 'x'>" },
        HostileDocument(.feed, "parameter entities", entity, end: "]>\(rss)\(closing)") { "<!ENTITY % e\($0) 'x'>" },
        HostileDocument(.feed, "attribute declarations", entity, end: "]>\(rss)\(closing)") {
            "<!ATTLIST rss a\($0) CDATA 'x'>"
        },
        HostileDocument(.feed, "declarations that never end", entity, each: "<!ENTITY a '"),
        HostileDocument(.feed, "references", item + "<description>", end: "</description></item>\(closing)") { _ in
            "&amp;&#65;&eacute;&nosuch;"
        },
        HostileDocument(.feed, "nesting", rss, each: "<a>"),
        HostileDocument(.feed, "items inside each other", rss, each: "<item><title>x</title>"),
        HostileDocument(.feed, "bases inside each other", rss, each: "<a xml:base='abc/'><link href='x'/>"),
        HostileDocument(
            .feed,
            "links on a long base",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://e.org/\(long)/'><entry>",
            end: "</entry></feed>"
        ) { "<link rel='enclosure' href='\($0)'/>" },
        HostileDocument(
            .feed,
            "links on a base",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://e.org/\(long.prefix(270))/'>",
            end: "</feed>"
        ) { "<entry><link href='\($0)'/><link rel='enclosure' href='e\($0)'/></entry>" },
        HostileDocument(.feed, "links on a long page", rss + "<link>https://e.org/\(long)/</link>", end: closing) {
            "<item><link>\($0)</link></item>"
        },
        HostileDocument(
            .feed,
            "tags without values",
            "<rss xml:base='https://e.org/'><channel><item><description>",
            end: "</description></item>\(closing)",
            each: "&lt;b&gt;"
        ),
        HostileDocument(.feed, "unclosed tags", rss, each: "<p><b>x"),
        HostileDocument(.feed, "wrong ends", rss + String(repeating: "<a>", count: 150), each: "</b>"),
        HostileDocument(.feed, "long names", rss, each: "<\(long.prefix(10_000))>"),
        HostileDocument(.feed, "long names of attributes", rss) { "<a \(long.prefix(10_000))\($0)=''/>" },
        HostileDocument(.feed, "names", rss, end: closing) { "<n\($0) m\($0)=''/>" },
        HostileDocument(.feed, "attributes without quotes", rss) { "<a b=\($0) c d=\"x\"y\" e='>" },
        HostileDocument(.feed, "open sections", item + "<description>", each: "<![CDATA["),
        HostileDocument(
            .feed,
            "sections",
            item + "<description>",
            end: "</description></item>\(closing)",
            each: "<![CDATA[x]]>"
        ),
        HostileDocument(.feed, "comments", rss, end: closing, each: "<!--x-->"),
        HostileDocument(.feed, "categories", item, end: "</item>\(closing)") { "<category>c\($0 % 99)</category>" },
        HostileDocument(.feed, "authors", item, end: "</item>\(closing)") { "<author>a\($0 % 49)@e.org (A)</author>" },
        HostileDocument(.feed, "enclosures", item, end: "</item>\(closing)") { "<enclosure url='/\($0 % 49)'/>" },
        HostileDocument(.feed, "items", rss, end: closing, each: "<item/>"),
        HostileDocument(
            .feed,
            "titles",
            rss,
            end: closing,
            each: "<item><title>&lt;b&gt;&amp;amp;&lt;/b</title></item>"
        ),
        HostileDocument(.feed, "dates", item, end: "</item>\(closing)") {
            "<pubDate>\($0) Xyz 2026 １０:00 pm est 5 Mai 13. 14. 15.</pubDate>"
        },
        HostileDocument(
            .feed,
            "markup in text",
            "<feed><entry><content type='xhtml'>",
            end: "</content></entry></feed>"
        ) { _ in
            "<b a='1'>&lt;</b>"
        },
    ]

    /// Feeds in JSON.
    static let jsonFeeds: [HostileDocument] = [
        HostileDocument(.json, "nested lists", "{\"items\":", each: "["),
        HostileDocument(.json, "nested objects", "{\"items\":", each: "{\"a\":"),
        HostileDocument(.json, "empty objects", "{\"items\":[", end: "]}", each: "{},"),
        HostileDocument(.json, "numbers", "{\"items\":[", end: "]}", each: "1,"),
        HostileDocument(.json, "long numbers", "{\"items\":[", end: "]}", each: "0000000000000000000000001e99,"),
        HostileDocument(
            .json,
            "escapes",
            "{\"items\":[{\"content_html\":\"",
            end: "\"}]}",
            each: "\\u00e9\\n\\ud83d\\ude00"
        ),
        HostileDocument(.json, "keys", "{\"items\":[{", end: "}]}") { "\"k\($0)\":1," },
        HostileDocument(.json, "the same key", "{\"items\":[{", end: "}]}", each: "\"id\":\"a\","),
        HostileDocument(.json, "authors", "{\"items\":[{\"id\":\"1\",\"authors\":[", end: "]}]}") {
            "{\"name\":\"\($0)\"},"
        },
        HostileDocument(.json, "tags", "{\"items\":[{\"id\":\"1\",\"tags\":[", end: "]}]}") { "\"\($0)\"," },
        HostileDocument(.json, "commas", "{\"items\":[", end: "]}", each: ",,,,"),
        HostileDocument(.json, "markup", "{\"items\":[{\"content_html\":\"", end: "\"}]}", each: "<b><"),
    ]

    /// Lists of feeds.
    static let lists: [HostileDocument] = [
        HostileDocument(.list, "nesting", "<opml><body>", each: "<outline text='f'>"),
        HostileDocument(.list, "nested feeds", "<opml><body>") {
            "<outline text='f\($0)' xmlUrl='https://e.org/\($0)'>"
        },
        HostileDocument(.list, "one feed in many folders", "<opml><body>", end: "</body></opml>") {
            "<outline text='f\($0)'><outline xmlUrl='https://e.org/' category='c\($0),d\($0)'/></outline>"
        },
        HostileDocument(
            .list,
            "categories",
            "<opml><body><outline xmlUrl='https://e.org/' category='",
            end: "'/></body></opml>"
        ) {
            "c\($0),"
        },
        HostileDocument(.list, "attributes", "<opml><body><outline ", end: "/></body></opml>") { "a\($0)='1' " },
        HostileDocument(.list, "attributes a tag", "<opml><body>", end: "</body></opml>") { number in
            "<outline " + (0..<60).map { "a\($0)='\(number)' " }.joined() + "/>"
        },
        HostileDocument(.list, "lists one after the other", each: "<opml><body/></opml>"),
        HostileDocument(.list, "heads", "<opml><head>", end: "</head></opml>") { "<h\($0)>x</h\($0)>" },
        HostileDocument(.list, "entity declarations", "<!DOCTYPE opml [", end: "]><opml/>") { "<!ENTITY e\($0) 'x'>" },
        HostileDocument(.list, "wrong ends", "<opml><body>" + String(repeating: "<a>", count: 150), each: "</b>"),
    ]
}
