import MailMessages
import NewsModel

/// The lists of feeds that came with one mail, for as long as it is worked on.
struct MailFiles: Sendable {
    private struct File {
        var name: String
        /// Nil when it is larger than any list we read.
        var bytes: [UInt8]?
    }

    private var files: [Int: File] = [:]

    private static let largest = 8 << 20
    /// Attachments that are looked at, and of those the lists that are taken.
    private static let mostLookedAt = 20
    private static let most = 3

    init(_ mail: IncomingMail) {
        for (index, attachment) in mail.attachments.prefix(Self.mostLookedAt).enumerated() where files.count < Self.most
        {
            guard Self.mayBeList(attachment) else { continue }
            let bytes = attachment.content
            guard Self.isSureList(attachment) || Self.containsList(bytes) else { continue }
            let name = attachment.name ?? "feeds.opml"
            files[index] = File(name: name, bytes: bytes.count > Self.largest ? nil : bytes)
        }
    }

    var lists: [Int] { files.keys.sorted() }

    var byteCount: Int { files.values.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

    func file(_ index: Int, of command: MailCommandID) -> AttachedFile? {
        files[index].map { AttachedFile(name: $0.name, address: "\(command)/\(index)") }
    }

    func contents(_ index: Int, limit: Int) -> FileOutcome {
        guard let file = files[index] else { return .refused }
        guard let bytes = file.bytes, bytes.count <= limit else { return .tooLarge }
        return .contents(bytes)
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
