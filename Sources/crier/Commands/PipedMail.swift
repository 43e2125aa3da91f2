import Foundation
import MailMessages
import NewsModel

/// A mail as a mail server pipes it, with what the server says about its envelope.
struct PipedMail: Equatable {
    enum Input: Equatable {
        case bytes([UInt8])
        case empty
        case tooLarge
        /// The pipe broke; what came so far may be half a mail.
        case broken
    }

    let content: [UInt8]
    /// Empty is the null sender; nil where nobody says it.
    let sender: String?
    let recipient: String?

    var newMail: NewMail { NewMail(content: content, envelopeSender: sender, envelopeRecipient: recipient) }

    /// - Parameters:
    ///   - sender: as the command line names it, before all others.
    ///   - environment: of Postfix (local), Exim, qmail, maildrop and OpenSMTPD.
    init(
        _ bytes: [UInt8],
        sender: String?,
        recipient: String?,
        environment: [String: String],
        settings: Configuration.MailSettings
    ) {
        let line = Self.envelopeLine(bytes)
        content = Array(bytes[line.endIndex...])
        let returnPath = Self.headers(of: content).first("return-path")
        let named = [sender, environment["SENDER"], returnPath, Self.sender(ofLine: line)]
        self.sender = named.lazy.compactMap { $0.flatMap(Self.path) }.first
        let wholes = [
            recipient, environment["ORIGINAL_RECIPIENT"], environment["RECIPIENT"], Self.eximRecipient(environment),
            Self.extended(settings, by: environment["EXTENSION"] ?? environment["EXT"]),
        ]
        self.recipient = wholes.lazy.compactMap { $0.flatMap(Self.path) }.first { !$0.isEmpty }
    }

    /// Everything up to the end; what is too large is read and let go, so that the other side can finish.
    static func read(from handle: FileHandle, limit: Int) -> Input {
        var bytes: [UInt8] = []
        var isTooLarge = false
        do {
            while let piece = try handle.read(upToCount: 64 << 10), !piece.isEmpty {
                isTooLarge = isTooLarge || bytes.count + piece.count > limit
                if isTooLarge { bytes = [] } else { bytes += piece }
            }
        } catch {
            return .broken
        }
        if isTooLarge { return .tooLarge }
        return bytes.allSatisfy { $0 <= 0x20 } ? .empty : .bytes(bytes)
    }

    /// A mailbox file's `From sender date` in front is no part of the mail; empty where there is none.
    private static func envelopeLine(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "From ".utf8), let end = bytes.firstIndex(of: 0x0a) else { return bytes[..<0] }
        return bytes[...end]
    }

    /// All that procmail passes on of an envelope.
    private static func sender(ofLine line: ArraySlice<UInt8>) -> String? {
        let words = line.split(maxSplits: 2) { $0 <= 0x20 }
        return words.dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func headers(of bytes: [UInt8]) -> MailHeaders {
        var end = bytes.startIndex
        let limit = min(bytes.count, 256 << 10)
        var isLineEmpty = true
        while end < limit {
            switch bytes[end] {
            case 0x0a where isLineEmpty: return IncomingMail(Array(bytes[..<end])).headers
            case 0x0a: isLineEmpty = true
            case 0x0d: break
            default: isLineEmpty = false
            }
            end += 1
        }
        return IncomingMail(Array(bytes[..<end])).headers
    }

    /// An address of an envelope, empty for the null sender; nil when it is none.
    private static func path(_ written: String) -> String? {
        var text = written.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("<"), text.hasSuffix(">") { text = String(text.dropFirst().dropLast()) }
        // What Postfix's pipe writes for the null sender.
        if text.isEmpty || text.uppercased() == "MAILER-DAEMON" { return "" }
        return (try? MailAddress(text))?.description
    }

    private static func eximRecipient(_ environment: [String: String]) -> String? {
        guard let local = environment["LOCAL_PART"], let domain = environment["DOMAIN"] else { return nil }
        return (environment["LOCAL_PART_PREFIX"] ?? "") + local + (environment["LOCAL_PART_SUFFIX"] ?? "")
            + "@" + domain
    }

    /// Postfix's and qmail's word for what follows the separator.
    private static func extended(_ settings: Configuration.MailSettings, by tag: String?) -> String? {
        guard let tag, !tag.isEmpty, let at = settings.address.lastIndex(of: "@") else { return nil }
        return settings.address[..<at] + settings.subaddressSeparator + tag + settings.address[at...]
    }
}
