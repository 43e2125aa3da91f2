package import MailMessages

/// A list of feeds (OPML) that is attached to a mail.
package struct AttachedList: Hashable, Sendable {
    /// Its index among the attachments of the mail.
    package var index: Int
    package var name: String
    /// Nil if it exceeds the size limit.
    package var bytes: [UInt8]?

    private static let largest = 8 << 20
    /// The most attachments that are checked, and the most lists that are read.
    private static let mostLookedAt = 20
    private static let most = 3

    package static func all(in mail: IncomingMail) -> [AttachedList] {
        var lists: [AttachedList] = []
        for (index, attachment) in mail.attachments.prefix(mostLookedAt).enumerated() where lists.count < most {
            guard mayBeList(attachment) else { continue }
            let bytes = attachment.content
            guard isSureList(attachment) || containsList(bytes) else { continue }
            let name = attachment.name ?? "feeds.opml"
            lists.append(AttachedList(index: index, name: name, bytes: bytes.count > largest ? nil : bytes))
        }
        return lists
    }

    private static func isSureList(_ attachment: MailAttachment) -> Bool {
        attachment.type.subtype.contains("opml") || attachment.name?.lowercased().hasSuffix(".opml") == true
    }

    private static func mayBeList(_ attachment: MailAttachment) -> Bool {
        let name = attachment.name?.lowercased() ?? ""
        return isSureList(attachment) || attachment.type.subtype.hasSuffix("xml") || name.hasSuffix(".xml")
    }

    private static func containsList(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(2_000), as: UTF8.self).lowercased().contains("<opml")
    }
}
