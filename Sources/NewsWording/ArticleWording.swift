package import Foundation
package import Localization
package import NewsModel

/// Words one article in full, as `read 3` shows it.
package struct ArticleWording: Sendable {
    private let localizer: Localizer
    private let now: Date
    private let hints: CommandHints
    private let linksPicture: Bool

    /// - Parameter linksPicture: link its picture. Mail contains the picture itself if the reader wants it.
    package init(localizer: Localizer, now: Date, hints: CommandHints, linksPicture: Bool = true) {
        self.localizer = localizer
        self.now = now
        self.hints = hints.spoken(by: localizer)
        self.linksPicture = linksPicture
    }

    /// What is known of an article's text.
    package enum Content: Hashable, Sendable {
        /// Only the feed's summary is available.
        case summary
        case body(ArticleBody)
        /// Its page is still being fetched.
        case pending
    }

    /// An article as text, and the number of blocks on its first page.
    package struct Worded: Hashable, Sendable {
        package var text: RichText
        package var openingBlocks: Int
    }

    /// The article with only the feed's summary.
    package func text(_ listed: ListedArticle) -> RichText { worded(listed, .summary, measure: TextMeasure()).text }

    /// Title, facts, the beginning of the text, attachment and link, then the rest of the text.
    ///
    /// - Parameter next: what the last line offers to type.
    package func worded(
        _ listed: ListedArticle,
        _ content: Content,
        measure: TextMeasure,
        next: HintLine = "headlines"
    ) -> Worded {
        let article = listed.article
        var body: ArticleBody?
        if case .body(let read) = content { body = read }
        let paragraphs = listed.isTitlesOnly ? [] : paragraphs(of: listed, body, measure)
        let minutes = listed.isTitlesOnly ? nil : body?.text.flatMap(ReadingTime.minutes)
        var blocks = opening(listed, byline: article.author ?? body?.byline, minutes: minutes)
        blocks += paragraphs.prefix(measure.openingBlocks).map { .paragraph([.text($0)]) }
        if let note = note(listed, content, hasText: !paragraphs.isEmpty) { blocks.append(.paragraph(note)) }
        if !listed.isTitlesOnly, let attachment = article.attachment { blocks.append(.paragraph(spans(attachment))) }
        let links = links(listed)
        if !links.isEmpty { blocks.append(.paragraph(links)) }
        let openingBlocks = blocks.count
        blocks += paragraphs.dropFirst(measure.openingBlocks).map { .paragraph([.text($0)]) }
        let name = listed.storyName
        let facts: [String: MessageArgument] = [
            "name": .text(name), "save": .text(hints.typed("save " + name)), "next": .text(hints.typed(next)),
        ]
        blocks.append(.footer(localizer.spans("article.next", facts)))
        return Worded(text: RichText(blocks), openingBlocks: openingBlocks)
    }

    /// The article's address and its picture.
    private func links(_ listed: ListedArticle) -> [RichText.Span] {
        var links: [RichText.Span] = []
        if let url = listed.article.url { links.append(.link(label: "", url: url)) }
        if linksPicture, !listed.isTitlesOnly, let picture = listed.article.imageURL {
            if !links.isEmpty { links.append(.text(" · ")) }
            links.append(.picture(alternative: localizer.text("headlines.picture"), url: picture))
        }
        return links
    }

    private func opening(_ listed: ListedArticle, byline: String?, minutes: Int?) -> [RichText.Block] {
        let line = ArticleLineWording(localizer: localizer, now: now)
        var facts = line.facts(listed)
        if let byline, !byline.isEmpty {
            facts += " · " + localizer.text("article.by", ["author": .text(BoundedText.name(byline))])
        }
        facts += " · " + localizer.dateTime(listed.article.publishedAt)
        if let minutes { facts += " · " + localizer.text("article.minutes", ["n": .number(minutes)]) }
        return [
            .paragraph(line.sign(listed) + [line.title(listed)]),
            .paragraph([.text(facts)]),
        ]
    }

    /// The full text if it is known, otherwise the feed's summary.
    private func paragraphs(of listed: ListedArticle, _ body: ArticleBody?, _ measure: TextMeasure) -> [String] {
        if let text = body?.text {
            var paragraphs = TextBlocks.cut(text, blockBytes: measure.blockBytes)
            // Pages and feeds often repeat the headline as the first line.
            if paragraphs.first == listed.article.title { paragraphs.removeFirst() }
            if !paragraphs.isEmpty { return paragraphs }
        }
        let summary = BoundedText.summary(listed.article.summary)
        return summary.isEmpty || summary == listed.article.title ? [] : [summary]
    }

    /// Why only a summary is shown, or no text at all.
    private func note(_ listed: ListedArticle, _ content: Content, hasText: Bool) -> [RichText.Span]? {
        if listed.isTitlesOnly { return localizer.spans("article.titlesOnly") }
        let silence = listed.article.url == nil ? "article.onlyTitle" : "article.noText"
        switch content {
        case .summary: return hasText ? nil : localizer.spans(silence)
        case .pending:
            let again = hints.typed("read " + listed.storyName)
            return localizer.spans("article.pending", ["again": .text(again)])
        case .body(let body):
            guard body.text == nil, let failure = body.failure else { return hasText ? nil : localizer.spans(silence) }
            let reason =
                switch failure {
                case .notFetched(let failure): "feed.failure.\(failure.rawValue)"
                case .tooLittleText, .notAPage: "article.failure.\(failure.rawValue)"
                }
            let key = hasText ? "article.notRead" : "article.noTextBecause"
            return localizer.spans(key, ["reason": .text(localizer.text(reason))])
        }
    }

    /// "Audio, 12 minutes, 8 MB" as a link to the file.
    private func spans(_ attachment: Article.Attachment) -> [RichText.Span] {
        let isVideo = attachment.mimeType.lowercased().hasPrefix("video/")
        let isAudio = attachment.mimeType.lowercased().hasPrefix("audio/")
        let key = isVideo ? "article.video" : isAudio ? "article.audio" : "article.attachment"
        var facts = [localizer.text(key)]
        if let seconds = attachment.durationSeconds, seconds > 0 { facts.append(localizer.duration(seconds)) }
        if let bytes = attachment.sizeInBytes, bytes > 0 {
            facts.append(localizer.text("article.megabytes", ["size": .text(localizer.number(Double(bytes) / 1e6))]))
        }
        return [.link(label: localizer.joined(facts: facts), url: attachment.url)]
    }
}
