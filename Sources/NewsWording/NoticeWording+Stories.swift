import Localization
package import NewsModel

extension NoticeWording {
    /// A story that was sent has grown: more sources, or a number that has risen.
    package func storyUpdated(_ listed: ListedArticle, sources: Int?, numbers: [String], isRoom: Bool) -> RichText {
        var news: [String] = []
        if numbers.count > 1 { news.append(numbers.map { BoundedText.name($0) }.joined(separator: " → ")) }
        if let sources { news.append(localizer.text("delivery.nowSources", ["n": .number(sources)])) }
        let facts: [String: MessageArgument] = [
            "news": .text(news.joined(separator: " · ")), "title": .text(BoundedText.title(listed.article.title)),
            "feed": .text(BoundedText.name(listed.feedName)),
        ]
        var body = localizer.richText("delivery.storyUpdated", facts)
        if let url = listed.article.url { body.blocks.append(.paragraph([.link(label: "", url: url)])) }
        let hint: [String: MessageArgument] = [
            "story": .text(hints.typed("story \(listed.storyName)")),
            "off": .text(hints.typed(isRoom ? "set room story updates off" : "set updates off")),
        ]
        body.blocks.append(.footer(localizer.spans("delivery.storyUpdatedNext", hint)))
        return body
    }
}
