/// An item under construction.
///
/// A rank says which element a value came from. The lowest rank wins.
struct ItemDraft {
    struct Ranked<Value> {
        private(set) var value: Value?
        private var rank = UInt8.max

        /// Keeps the value with the lowest rank; of equal ranks, the first.
        mutating func offer(_ new: Value?, rank newRank: UInt8) {
            guard let new, newRank < rank else { return }
            value = new
            rank = newRank
        }
    }

    var item = ParsedItem()
    var title = Ranked<String>()
    var link = Ranked<String>()
    var published = Ranked<Int64>()
    var updated = Ranked<Int64>()
    var summary = Ranked<ParsedItem.Markup>()
    var content = Ranked<ParsedItem.Markup>()
    var image = Ranked<String>()
    var imageWidth = 0
    var authors: [String] = []
    var authorRank = UInt8.max
    /// The guid is not an address, according to its `isPermaLink`.
    var idIsOpaque = false
    var duration: Int?
    /// `rdf:about`, the id in RSS 1.0.
    var about: String?

    /// Names of a lower rank replace those of a higher one.
    mutating func offerAuthor(_ name: String?, rank: UInt8) {
        guard let name, !name.isEmpty, rank <= authorRank else { return }
        if rank < authorRank { authors = [] }
        authorRank = rank
        if authors.count < 50, !authors.contains(name) { authors.append(name) }
    }

    mutating func addCategory(_ name: String?) {
        guard let name, !name.isEmpty, item.categories.count < 100, !item.categories.contains(name) else { return }
        item.categories.append(name)
    }

    mutating func addAttachment(_ attachment: ParsedAttachment) {
        guard !attachment.url.isEmpty, !URLReference.isProgram(attachment.url), item.attachments.count < 50 else {
            return
        }
        var attachment = attachment
        if attachment.mimeType == nil || attachment.mimeType == "application/octet-stream" {
            attachment.mimeType = MediaType.guessed(attachment.url) ?? attachment.mimeType
        }
        if let index = item.attachments.firstIndex(where: { $0.url == attachment.url }) {
            let old = item.attachments[index]
            item.attachments[index].mimeType = old.mimeType ?? attachment.mimeType
            item.attachments[index].sizeInBytes = old.sizeInBytes ?? attachment.sizeInBytes
            item.attachments[index].durationSeconds = old.durationSeconds ?? attachment.durationSeconds
        } else {
            item.attachments.append(attachment)
        }
    }

    /// The finished item, after the rules that need all its elements.
    func finished() -> ParsedItem {
        var done = item
        done.title = title.value
        done.url = link.value.flatMap { URLReference.isProgram($0) ? nil : $0 }
        done.published = published.value
        done.updated = updated.value
        done.summary = summary.value
        done.content = content.value
        done.authors = authors
        done.namedImageURL = image.value
        if done.id == nil { done.id = about }
        if let id = done.id, done.idIsPermalink, id.firstRange(of: "://") == nil { done.idIsPermalink = false }
        if done.url == nil, !idIsOpaque, let id = done.id, id.hasPrefix("http") || id.hasPrefix("HTTP") {
            done.url = id
        }
        if done.url == nil, let first = done.attachments.first, done.title != nil { done.url = first.url }
        if let duration, let first = done.attachments.firstIndex(where: { $0.mimeType?.hasPrefix("image/") != true }),
            done.attachments[first].durationSeconds == nil
        {
            done.attachments[first].durationSeconds = duration
        }
        return done
    }
}

/// Guesses a file's type from its address, for feeds that do not state it.
enum MediaType {
    static func guessed(_ url: String) -> String? {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let end = path.suffix(6)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return types[String(decoding: end[end.index(after: dot)...], as: UTF8.self).lowercased()]
    }

    private static let types = [
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg",
        "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4",
        "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg", "mkv": "video/matroska",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "pdf": "application/pdf",
    ]
}
