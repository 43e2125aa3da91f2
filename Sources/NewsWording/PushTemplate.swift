package import Foundation
package import Localization
package import NewsModel

/// A follower's own wording for the stories of a feed: text with placeholders, such as `{title} — {feed}`.
///
/// It becomes rich text, so what a feed puts into its articles is escaped like everywhere else.
package struct PushTemplate: Hashable, Sendable {
    package enum Placeholder: String, CaseIterable, Sendable {
        case title, feed, link, summary, category, author, age, date, place, sources, name
    }

    package enum Problem: Error, Hashable {
        case tooLong(limit: Int)
        case unknown(String)
        /// A brace stands alone.
        case openBrace
        /// Neither title, link nor summary: such a line would not tell the story.
        case empty
        /// A placeholder stands there twice.
        case repeated(String)
        /// Control characters, line breaks or marks that change the direction of writing.
        case signs
    }

    private enum Piece: Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    /// In graphemes.
    package static let longest = 200
    /// In graphemes: the line of a push is short on every network.
    private static let longestSummary = 200

    /// As it was typed.
    package let text: String
    private let pieces: [Piece]

    package init(_ text: String) throws(Problem) {
        // The joiners of emoji and of Persian and Indian words are no marks of direction.
        let isShowable = text.unicodeScalars.allSatisfy {
            $0.value == 0x200C || $0.value == 0x200D
                || ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate].contains(
                    $0.properties.generalCategory
                )
        }
        guard isShowable else { throw .signs }
        guard text.count <= Self.longest, text.unicodeScalars.count <= Self.longest * 4 else {
            throw .tooLong(limit: Self.longest)
        }
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw .openBrace
            }
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            let name = rest[rest.index(after: open)..<close]
            guard !name.contains("{") else { throw .openBrace }
            guard
                let known = Placeholder(rawValue: name.lowercased().trimmingCharacters(in: .whitespaces))
            else {
                throw .unknown(String(name.prefix(40)))
            }
            // Each once, so that a line is never many times as long as what it is made of.
            guard !pieces.contains(.placeholder(known)) else { throw .repeated(known.rawValue) }
            pieces.append(.placeholder(known))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        let tells = Self.telling.contains { pieces.contains(.placeholder($0)) }
        guard tells else { throw .empty }
        (self.text, self.pieces) = (text, pieces)
    }

    /// "`{title}`, `{feed}` …", as they are typed.
    package static var placeholders: [String] {
        Placeholder.allCases.map { "{\($0.rawValue)}" }
    }

    private static let telling: [Placeholder] = [.title, .link, .summary]

    /// The story in these words; nil if it has nothing of what would tell it, such as a summary.
    package func spans(
        _ listed: ListedArticle,
        _ localizer: Localizer,
        now: Date,
        linksTitles: Bool
    )
        -> [RichText.Span]?
    {
        let line = ArticleLineWording(localizer: localizer, now: now, linksTitles: linksTitles)
        var isTold = false
        let spans = pieces.flatMap { piece -> [RichText.Span] in
            switch piece {
            case .text(let text): return [.text(text)]
            case .placeholder(let placeholder):
                let found = self.spans(placeholder, listed, localizer, line, now)
                isTold = isTold || Self.telling.contains(placeholder) && !found.isEmpty
                return found
            }
        }
        return isTold ? spans : nil
    }

    /// In bytes; a longer address is not shown.
    private static let longestLink = 2_000

    /// What stands for a placeholder; nothing if the article does not have it.
    private func spans(
        _ placeholder: Placeholder,
        _ listed: ListedArticle,
        _ localizer: Localizer,
        _ line: ArticleLineWording,
        _ now: Date
    ) -> [RichText.Span] {
        let article = listed.article
        func words(_ text: String?) -> [RichText.Span] {
            guard let text, !text.isEmpty else { return [] }
            return [.text(text)]
        }
        switch placeholder {
        case .title: return [line.title(listed)]
        case .feed: return words(BoundedText.name(listed.feedName))
        case .link:
            guard let url = article.url, url.utf8.count <= Self.longestLink else { return [] }
            return [.link(label: "", url: url)]
        case .summary:
            return words(BoundedText.shortened(PushWording.summary(listed), to: Self.longestSummary))
        case .category: return words(listed.category.map { CategoryWording.name($0, localizer) })
        case .author: return words(listed.isTitlesOnly ? nil : article.author.map(BoundedText.name))
        case .age: return words(localizer.relative(article.publishedAt, now: now))
        case .date: return words(localizer.dateTime(article.publishedAt))
        case .place:
            guard let place = listed.places.first, let name = place.names.first else { return [] }
            return words(BoundedText.name(localizer.placeName(place.id, else: name)))
        case .sources: return listed.otherSourceCount > 0 ? words(line.sources(listed)) : []
        case .name: return words(listed.storyName)
        }
    }
}
