import Foundation
import MailMessages
import NewsModel

/// A mail from a mail server's pipe, with its envelope as far as the server states it.
struct PipedMail: Equatable {
    enum Input: Equatable {
        case bytes([UInt8])
        case empty
        case tooLarge
        /// The pipe broke. The bytes so far may be an incomplete mail.
        case broken
    }

    let content: [UInt8]
    /// Empty means the null sender; nil means unknown.
    let sender: String?
    let recipient: String?

    var newMail: NewMail { NewMail(content: content, envelopeSender: sender, envelopeRecipient: recipient) }

    /// - Parameters:
    ///   - sender: the sender from the command line; it has precedence.
    ///   - environment: variables of Postfix (local), Exim, qmail, maildrop and OpenSMTPD.
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

    /// Reads until the end of input.
    ///
    /// Too large input is read and discarded, so that the other side can finish writing.
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

    /// The line `From sender date` of a mailbox file, which is not part of the mail; empty if there is none.
    private static func envelopeLine(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "From ".utf8), let end = bytes.firstIndex(of: 0x0a) else { return bytes[..<0] }
        return bytes[...end]
    }

    /// The sender in that line.
    ///
    /// It is the only part of the envelope that procmail passes on.
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

    /// An envelope address, empty for the null sender; nil if it is not an address.
    private static func path(_ written: String) -> String? {
        var text = written.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("<"), text.hasSuffix(">") { text = String(text.dropFirst().dropLast()) }
        // Postfix's pipe writes MAILER-DAEMON for the null sender.
        if text.isEmpty || text.uppercased() == "MAILER-DAEMON" { return "" }
        return (try? MailAddress(text))?.description
    }

    private static func eximRecipient(_ environment: [String: String]) -> String? {
        guard let local = environment["LOCAL_PART"], let domain = environment["DOMAIN"] else { return nil }
        return (environment["LOCAL_PART_PREFIX"] ?? "") + local + (environment["LOCAL_PART_SUFFIX"] ?? "")
            + "@" + domain
    }

    /// The recipient address with the tag that Postfix and qmail pass separately, without the separator.
    private static func extended(_ settings: Configuration.MailSettings, by tag: String?) -> String? {
        guard let tag, !tag.isEmpty, let at = settings.address.lastIndex(of: "@") else { return nil }
        return settings.address[..<at] + settings.subaddressSeparator + tag + settings.address[at...]
    }
}
