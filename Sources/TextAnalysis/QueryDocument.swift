package import Foundation
package import Geography

/// The parts of an article that a query looks at.
package struct QueryParts: Hashable, Sendable {
    /// Whether the words of title and body are asked for, and not only their letters.
    var words = false
    /// How many phrases are looked for in title and body.
    var phrases = 0
    var fields: Set<QueryField> = []
    var site = false

    /// Nothing.
    package init() {}
}

/// An article prepared for queries; its words are folded and indexed once, so that many queries can be matched cheaply.
package struct QueryDocument: Sendable {
    /// UTF-8 bytes of the body that are used; of the title a sixteenth of that is used.
    package static let longestBody = 65_536
    private static let mostValues = 50
    /// So many phrases are found as fast without an index of the words.
    private static let fewPhrases = 8

    let title: String
    let body: String
    /// The words of the title, an empty word, and the words of the body.
    let text: TokenSequence
    let titleWordCount: Int
    /// The words of the other fields; an empty word separates the values of a list.
    private(set) var fields: [QueryField: [String]] = [:]
    let host: String?
    let language: String?
    let date: Date?
    let media: Set<QueryMedium>
    let states: Set<QueryState>
    let positions: [Coordinates]

    /// The searchable parts of an article; `site` is a host or a URL, `language` is a BCP 47 tag, `positions` are those
    /// of the towns it names, `attachment` is the MIME type of its audio or video.
    ///
    /// - Parameter parts: what the only query that will be asked looks at; nil for any number of any queries.
    package init(
        title: String,
        body: String = "",
        feed: String = "",
        site: String = "",
        author: String = "",
        tags: [String] = [],
        language: String? = nil,
        categories: [String] = [],
        places: [String] = [],
        sport: String? = nil,
        topic: String? = nil,
        date: Date? = nil,
        hasImage: Bool = false,
        attachment: String? = nil,
        states: Set<QueryState> = [],
        positions: [Coordinates] = [],
        for parts: QueryParts? = nil
    ) {
        self.title = Self.cut(title, Self.longestBody / 16)
        self.body = Self.cut(body, Self.longestBody)
        var words: [String] = []
        if parts?.words != false { words = Self.words(self.title) }
        titleWordCount = words.count
        words.append("")
        if parts?.words != false { words.append(contentsOf: Self.words(self.body)) }
        text = TokenSequence(words, isIndexed: (parts?.phrases ?? .max) > Self.fewPhrases)
        let lists: [(QueryField, [String])] = [
            (.feed, [feed]), (.author, [author]), (.tag, tags), (.category, categories), (.place, places),
            (.sport, [sport ?? ""]), (.topic, [topic ?? ""]),
        ]
        host = parts?.site != false ? Self.host(site) : nil
        self.language = language?.lowercased()
        self.date = date
        var media: Set<QueryMedium> = hasImage ? [.image] : []
        if attachment?.hasPrefix("audio/") == true { media.insert(.audio) }
        if attachment?.hasPrefix("video/") == true { media.insert(.video) }
        self.media = media
        self.states = states
        self.positions = positions
        for (field, values) in lists where parts?.fields.contains(field) != false { set(field, values) }
    }

    /// The same article for a reader who has renamed its feed or category.
    package func replacing(_ field: QueryField, with values: [String]) -> QueryDocument {
        var document = self
        document.set(field, values)
        return document
    }

    private mutating func set(_ field: QueryField, _ values: [String]) {
        let words = values.prefix(Self.mostValues).map { Self.words(Self.cut($0, 1024)) }.filter { !$0.isEmpty }
        fields[field] = words.isEmpty ? nil : Array(words.joined(separator: [""]))
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        WordTokenizer.forEachToken(text) { folded, _, _ in
            words.append(folded)
            return true
        }
        return words
    }

    private static func cut(_ text: String, _ limit: Int) -> String {
        text.utf8.count <= limit ? text : TextCutting.truncated(text, toBytes: limit, ellipsis: "")
    }

    /// The folded host of a URL or host name, without "www.".
    static func host(_ text: String) -> String? {
        guard text.utf8.count <= 2048 else { return nil }
        var rest = Substring(TextFolding.folded(text))
        if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        rest = rest.prefix { $0 != ":" }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        let labels = rest.split(separator: ".")
        guard labels.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } }) else {
            return nil
        }
        // In a query a leading dash would mean an exclusion. No registry allows such hosts.
        guard let first = labels.first, first.first != "-" else { return nil }
        return labels.joined(separator: ".")
    }
}
