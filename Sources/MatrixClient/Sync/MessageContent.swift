/// The content of an `m.room.message` that may be meant for us.
package struct MessageContent: Hashable, Sendable {
    /// As typed, without the quotation that older clients add above a reply.
    package var body: String
    /// The first message of the thread it belongs to.
    package var thread: String?
    /// The message that it replies to.
    package var repliesTo: String?
    /// The message whose text it replaces; `body` is then the new text.
    package var replaces: String?
    /// The users that `m.mentions` names.
    package var mentions: Set<String>
    /// An attached file; `body` is then its caption, often empty.
    package var file: File?

    package struct File: Hashable, Sendable {
        package var name: String
        /// As the sender declares it; empty when it is missing.
        package var mediaType: String
        /// Should be an `mxc:` address, but is not checked; empty when the file is encrypted.
        package var url: String
    }

    /// Nil for notices (bots never answer them), for edits of anything but text, and for messages that are neither text
    /// nor file.
    package init?(_ content: JSONValue) {
        let relation = content["m.relates_to"]
        let isEdit = relation?["rel_type"]?.string == "m.replace"
        let source = isEdit ? content["m.new_content"] ?? [:] : content
        guard let type = source["msgtype"]?.string, ["m.text", "m.file"].contains(type),
            var body = source["body"]?.string
        else { return nil }
        mentions = Set((source["m.mentions"]?["user_ids"]?.array ?? []).prefix(100).compactMap(\.string))
        if isEdit {
            // Client-server API, event replacements: the new content has no relation of its own.
            guard type == "m.text", let event = Self.eventID(relation?["event_id"]) else { return nil }
            replaces = event
            self.body = body
            return
        }
        if type == "m.file" {
            let name = content["filename"]?.string ?? body
            file = File(
                name: String(name.prefix(255)),
                mediaType: String((content["info"]?["mimetype"]?.string ?? "").lowercased().prefix(100)),
                url: content["url"]?.string ?? ""
            )
            // Matrix 1.10: a body other than the name is a caption.
            if body == name { body = "" }
        }
        if relation?["rel_type"]?.string == "m.thread" { thread = Self.eventID(relation?["event_id"]) }
        // In a thread, `is_falling_back` marks a reply that exists only for clients without threads.
        if relation?["is_falling_back"]?.bool != true {
            repliesTo = Self.eventID(relation?["m.in_reply_to"]?["event_id"])
        }
        if relation?["m.in_reply_to"] != nil { body = Self.withoutQuotation(body) }
        self.body = body
    }

    /// Nil for what is no event id: they begin with `$` and have at most 255 bytes (appendix, event ids).
    private static func eventID(_ value: JSONValue?) -> String? {
        guard let id = value?.string, id.hasPrefix("$"), id.utf8.count <= 255 else { return nil }
        return id
    }

    /// Matrix 1.12 and earlier: quoted lines begin with "> " and an empty line follows them.
    private static func withoutQuotation(_ body: String) -> String {
        guard body.hasPrefix("> ") else { return body }
        var lines = body.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while lines.first?.hasPrefix(">") == true { lines = lines.dropFirst() }
        if lines.first?.isEmpty == true { lines = lines.dropFirst() }
        return lines.joined(separator: "\n")
    }
}
