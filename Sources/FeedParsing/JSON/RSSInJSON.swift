/// RSS 2.0 with JSON members instead of elements (cyber.harvard.edu/rss/rssInJson.html).
enum RSSInJSON {
    static func feed(_ channel: FeedJSON) -> ParsedFeed {
        var feed = ParsedFeed(format: .rssInJSON)
        feed.title = channel["title"]?.text.flatMap(TitleText.clean)
        feed.homePageURL = channel["link"]?.text
        feed.description = channel["description"]?.text
        feed.language = channel["language"]?.text
        feed.iconURL = channel["image"]?["url"]?.text
        feed.timeToLive = channel["ttl"]?.integer.flatMap { (1...525_600).contains($0) ? $0 * 60 : nil }
        feed.updated = channel["lastBuildDate"]?.text.flatMap(FeedDate.parse)
        feed.published = channel["pubDate"]?.text.flatMap(FeedDate.parse)
        for value in (channel["item"] ?? channel["items"])?.elements ?? [] {
            let item = item(value)
            if feed.items.count < FeedReader.itemLimit, item != ParsedItem() {
                feed.items.append(item)
            } else {
                feed.skippedItemCount += 1
            }
        }
        return feed
    }

    private static func item(_ value: FeedJSON) -> ParsedItem {
        var item = ParsedItem()
        let guid = value["guid"]
        item.id = guid?["#value"]?.text ?? guid?.text
        item.idIsPermalink = guid?["isPermaLink"]?.text != "false" && item.id?.hasPrefix("http") == true
        item.title = value["title"]?.text.flatMap(TitleText.clean)
        item.url = value["link"]?.text ?? (item.idIsPermalink ? item.id : nil)
        item.summaryHTML = value["description"]?.text
        item.contentHTML = value["content:encoded"]?.text
        item.published = value["pubDate"]?.text.flatMap(FeedDate.parse)
        if let author = value["author"]?.text.flatMap(PersonName.read) { item.authors = [author] }
        item.categories = (value["category"]?.elements ?? []).prefix(100).compactMap { $0["#value"]?.text ?? $0.text }
        item.commentsURL = value["comments"]?.text
        for file in (value["enclosure"]?.elements ?? []).prefix(50) {
            guard let url = file["url"]?.text else { continue }
            item.attachments.append(
                ParsedAttachment(url: url, mimeType: file["type"]?.text, sizeInBytes: file["length"]?.integer)
            )
        }
        return item
    }
}
