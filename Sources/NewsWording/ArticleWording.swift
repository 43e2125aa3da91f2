package import Foundation
package import Localization
package import NewsModel

/// One article in full, as `read 3` shows it.
package struct ArticleWording: Sendable {
    private let localizer: Localizer
    private let now: Date
    private let hints: CommandHints

    package init(localizer: Localizer, now: Date, hints: CommandHints) {
        self.localizer = localizer
        self.now = now
        self.hints = hints
    }

    package func text(_ listed: ListedArticle) -> RichText {
        let line = ArticleLineWording(localizer: localizer, now: now)
        let article = listed.article
        var facts = line.facts(listed)
        if let author = article.author, !author.isEmpty {
            facts += " · " + localizer.text("article.by", ["author": .text(BoundedText.name(author))])
        }
        var blocks: [RichText.Block] = [
            .paragraph(line.sign(listed) + [line.title(listed)]),
            .paragraph([.text(facts + " · " + localizer.dateTime(article.publishedAt))]),
        ]
        if !listed.isTitlesOnly {
            let summary = BoundedText.summary(article.summary)
            if !summary.isEmpty { blocks.append(.paragraph([.text(summary)])) }
            if let attachment = article.attachment { blocks.append(.paragraph(spans(attachment))) }
        }
        if let url = article.url { blocks.append(.paragraph([.link(label: "", url: url)])) }
        if listed.isTitlesOnly { blocks.append(.paragraph(localizer.spans("article.titlesOnly"))) }
        let name = StoryName.name(for: article.storyID)
        blocks.append(
            .footer(localizer.spans("article.next", ["name": .text(name), "next": .text(hints.typed("headlines"))]))
        )
        return RichText(blocks)
    }

    /// "Audio, 12 minutes, 8 MB", then its address.
    private func spans(_ attachment: Article.Attachment) -> [RichText.Span] {
        let isVideo = attachment.mimeType.lowercased().hasPrefix("video/")
        let isAudio = attachment.mimeType.lowercased().hasPrefix("audio/")
        let key = isVideo ? "article.video" : isAudio ? "article.audio" : "article.attachment"
        var facts = [localizer.text(key)]
        if let seconds = attachment.durationSeconds, seconds > 0 { facts.append(localizer.duration(seconds)) }
        if let bytes = attachment.sizeInBytes, bytes > 0 {
            facts.append(localizer.text("article.megabytes", ["size": .text(localizer.number(Double(bytes) / 1e6))]))
        }
        return [.link(label: facts.joined(separator: " · "), url: attachment.url)]
    }
}
