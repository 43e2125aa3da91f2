/// The feeds and the article of a page, for `crier inspect page`.
package struct InspectedPage: Sendable, Equatable {
    package var feeds: PageFeeds
    package var article: ParsedArticle?

    package init(html bytes: [UInt8], contentType: String? = nil, pageURL: String) {
        feeds = FeedLinks.find(inHTML: bytes, contentType: contentType, pageURL: pageURL)
        article = ReadableArticle.extract(fromHTML: bytes, contentType: contentType, pageURL: pageURL)
    }

    /// One line of JSON without a line break: `file`, `feeds`, `icon`, `article`.
    package func json(file: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("file", file)
            json.key("feeds")
            json.array(feeds.feeds) { json, feed in
                json.object {
                    $0.member("url", feed.url)
                    $0.member("title", feed.title)
                    $0.member("type", feed.mimeType)
                }
            }
            json.member("icon", feeds.iconURL)
            json.key("article")
            guard let article else { return json.null() }
            json.object { json in
                json.member("title", article.title)
                json.member("byline", article.byline)
                json.member("published", article.published.map(DateText.rfc3339) ?? article.publishedText)
                json.member("language", article.language)
                json.member("site", article.siteName)
                json.member("image", article.leadImageURL)
                json.member("summary", article.summary)
                json.member("text", article.text)
            }
        }
        return json.bytes
    }
}
