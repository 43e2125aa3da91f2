/// Writes a parsed feed as JSON Feed, for `crier inspect`.
package enum JSONFeedWriter {
    /// The feed as one line of JSON Feed 1.1, without a line break at its end.
    ///
    /// Values that JSON Feed does not define are under `_crier`; `file` is the first. Dates are RFC 3339 in UTC.
    package static func document(for feed: ParsedFeed, file: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("version", "https://jsonfeed.org/version/1.1")
            json.member("title", feed.title ?? "")
            json.member("home_page_url", feed.homePageURL)
            json.member("feed_url", feed.feedURL)
            json.member("description", feed.description.map { PlainText.from(html: $0) })
            json.member("next_url", feed.nextPageURL)
            json.member("icon", feed.iconURL)
            writeAuthors(feed.authors, to: &json)
            json.member("language", feed.language)
            if !feed.hubURLs.isEmpty {
                json.key("hubs")
                json.array(feed.hubURLs) { json, url in
                    json.object {
                        $0.member("type", "WebSub")
                        $0.member("url", url)
                    }
                }
            }
            json.key("_crier")
            json.object { writeExtras(feed, file, to: &$0) }
            json.key("items")
            json.array(feed.items) { json, item in json.object { writeItem(item, to: &$0) } }
        }
        return json.bytes
    }

    /// The line for a document that was refused.
    package static func refusal(_ error: FeedParsingError, file: String) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("_crier")
            json.object {
                $0.member("file", file)
                $0.member("error", error.description)
            }
        }
        return json.bytes
    }

    private static func writeExtras(_ feed: ParsedFeed, _ file: String, to json: inout JSONText) {
        json.member("file", file)
        json.member("format", feed.format.rawValue)
        json.member("id", feed.id)
        json.member("description_html", feed.description)
        json.member("date_published", feed.published.map(DateText.rfc3339))
        json.member("date_modified", feed.updated.map(DateText.rfc3339))
        json.member("categories", feed.categories)
        json.member("generator", feed.generator)
        json.member("copyright", feed.copyright)
        json.member("ttl_seconds", feed.timeToLive)
        json.member("update_period_seconds", feed.updatePeriod)
        json.member("skip_hours", feed.skipHours.map(String.init))
        json.member("skip_days", feed.skipDays.map(String.init))
        if feed.isTruncated { json.member("truncated", true) }
        if feed.skippedItemCount > 0 { json.member("skipped_items", feed.skippedItemCount) }
    }

    private static func writeAuthors(_ names: [String], to json: inout JSONText) {
        guard !names.isEmpty else { return }
        json.key("authors")
        json.array(names) { json, name in json.object { $0.member("name", name) } }
    }

    private static func writeItem(_ item: ParsedItem, to json: inout JSONText) {
        // JSON Feed requires an id. An item without one is identified by its address.
        json.member("id", item.id ?? item.url ?? item.title ?? "")
        json.member("url", item.url)
        json.member("external_url", item.externalURL)
        json.member("title", item.title)
        json.member("content_html", item.contentHTML ?? item.summaryHTML)
        if item.contentHTML == nil, item.summaryHTML == nil { json.member("content_text", "") }
        json.member("summary", item.summaryHTML.map { PlainText.from(html: $0) })
        json.member("image", item.imageURL)
        json.member("date_published", item.date.map(DateText.rfc3339))
        json.member("date_modified", item.updated.map(DateText.rfc3339))
        writeAuthors(item.authors, to: &json)
        json.member("tags", item.categories)
        json.member("language", item.language)
        if !item.attachments.isEmpty {
            json.key("attachments")
            json.array(item.attachments) { json, file in
                json.object {
                    $0.member("url", file.url)
                    $0.member("mime_type", file.mimeType ?? "application/octet-stream")
                    $0.member("title", file.title)
                    $0.member("size_in_bytes", file.sizeInBytes)
                    $0.member("duration_in_seconds", file.durationSeconds)
                }
            }
        }
        json.key("_crier")
        json.object { json in
            if let id = item.id {
                json.member("guid", id)
                json.member("guid_is_permalink", item.idIsPermalink)
            }
            json.member("summary_html", item.summaryHTML)
            json.member("comments_url", item.commentsURL)
            json.member("source_title", item.sourceTitle)
            json.member("source_url", item.sourceURL)
        }
    }
}
