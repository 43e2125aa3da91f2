/// Parses JSON Feed 1.0 and 1.1, and RSS in JSON.
enum JSONFeedReader {
    static func read(_ bytes: [UInt8], url: String?) throws(FeedParsingError) -> ParsedFeed {
        let (document, isTruncated) = bytes.withUnsafeBufferPointer { all -> (FeedJSON?, Bool) in
            var parser = JSONParser(all)
            let value = parser.parse()
            return (value, parser.isTruncated)
        }
        guard let document else { throw .malformedJSON }
        var feed: ParsedFeed
        if let channel = document["rss"]?["channel"] ?? document["channel"] {
            feed = RSSInJSON.feed(channel)
        } else {
            guard document["items"] != nil || document["version"]?.text?.contains("jsonfeed") == true else {
                throw .notAFeed("JSON")
            }
            feed = jsonFeed(document)
        }
        feed.isTruncated = isTruncated
        feed.makeAddressesAbsolute(documentURL: url, isAtom: true)
        return feed
    }

    private static func jsonFeed(_ document: FeedJSON) -> ParsedFeed {
        let version = document["version"]?.text ?? ""
        var feed = ParsedFeed(format: version.hasSuffix("1.1") || version.isEmpty ? .jsonFeed11 : .jsonFeed10)
        feed.title = document["title"]?.text.flatMap(TitleText.clean)
        feed.homePageURL = document["home_page_url"]?.text
        feed.feedURL = document["feed_url"]?.text
        feed.nextPageURL = document["next_url"]?.text
        feed.description = document["description"]?.text.map(HTMLTags.escaped)
        feed.language = document["language"]?.text
        feed.authors = authors(document)
        feed.iconURL = document["icon"]?.text ?? document["favicon"]?.text
        for hub in document["hubs"]?.elements ?? [] {
            if let url = hub["url"]?.text, feed.hubURLs.count < 10 { feed.hubURLs.append(url) }
        }
        for element in document["items"]?.elements ?? [] {
            if feed.items.count < FeedReader.itemLimit, let item = item(element) {
                feed.items.append(item)
            } else {
                feed.skippedItemCount += 1
            }
        }
        return feed
    }

    private static func item(_ value: FeedJSON) -> ParsedItem? {
        var item = ParsedItem()
        item.id = value["id"]?.text
        item.url = value["url"]?.text.flatMap { URLReference.isProgram($0) ? nil : $0 }
        item.externalURL = value["external_url"]?.text
        item.title = value["title"]?.text.flatMap(TitleText.clean)
        item.contentHTML = value["content_html"]?.text ?? value["content_text"]?.text.map(HTMLTags.lines)
        item.summaryHTML = value["summary"]?.text.map(HTMLTags.escaped)
        item.imageURL = value["image"]?.text ?? value["banner_image"]?.text
        item.published = value["date_published"]?.text.flatMap(FeedDate.parse)
        item.updated = value["date_modified"]?.text.flatMap(FeedDate.parse)
        item.authors = authors(value)
        item.language = value["language"]?.text
        item.categories = (value["tags"]?.elements ?? []).prefix(100).compactMap(\.text)
        for file in (value["attachments"]?.elements ?? []).prefix(50) {
            guard let url = file["url"]?.text else { continue }
            item.attachments.append(
                ParsedAttachment(
                    url: url,
                    mimeType: file["mime_type"]?.text,
                    sizeInBytes: file["size_in_bytes"]?.integer,
                    durationSeconds: file["duration_in_seconds"]?.integer,
                    title: file["title"]?.text
                )
            )
        }
        let hasText = item.title != nil || item.contentHTML != nil || item.summaryHTML != nil
        guard hasText || item.id != nil || item.url != nil else { return nil }
        if item.url == nil, let id = item.id, id.hasPrefix("http") {
            item.url = id
            item.idIsPermalink = true
        }
        if item.imageURL == nil { item.imageURL = FirstImage.url(inHTML: item.contentHTML) }
        return item
    }

    /// `authors` of version 1.1, and `author` of 1.0.
    private static func authors(_ value: FeedJSON) -> [String] {
        let all = (value["authors"]?.elements ?? []) + (value["author"]?.elements ?? [])
        var names: [String] = []
        for author in all.prefix(50) {
            guard let name = author["name"]?.text ?? author.text ?? author["url"]?.text else { continue }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
