internal import CurlClient

/// Observes an IMAP conversation: the UIDVALIDITY of the selected mailbox, and the reason of a refusal.
struct IMAPConversation: LineObserver {
    /// Of the mailbox that was selected in this exchange; nil if it had been selected before.
    private(set) var validity: UInt32?
    /// The text of the last NO or BAD, otherwise of BYE.
    private(set) var refusal: String?

    mutating func sent(_ line: UnsafeRawBufferPointer) {}

    mutating func received(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "* BYE ".utf8) {
            // BYE also answers our LOGOUT, and must not replace an earlier refusal.
            if refusal == nil {
                note(line.dropFirst(6))
            }
        } else if line.starts(with: "* OK [UIDVALIDITY ".utf8) {
            validity = UInt32(String(decoding: line.dropFirst(18).prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self))
        } else if let first = line.first, first != UInt8(ascii: "*"), first != UInt8(ascii: "+"),
            let space = line.prefix(12).firstIndex(of: 0x20)
        {
            let rest = line[(space + 1)...]
            if rest.starts(with: "NO ".utf8) {
                note(rest.dropFirst(3))
            } else if rest.starts(with: "BAD ".utf8) {
                note(rest.dropFirst(4))
            }
        }
    }

    private mutating func note(_ words: Slice<UnsafeRawBufferPointer>) {
        var text = ServerText()
        text.append(UnsafeRawBufferPointer(rebasing: words))
        refusal = text.string
    }
}

/// Parses answers to IMAP commands.
enum IMAPAnswer {
    /// The numbers of `* SEARCH 2 84 882` lines, ascending and without duplicates.
    static func uids(_ body: [UInt8]) -> [UInt32] {
        var uids: Set<UInt32> = []
        for words in lines(body) where words.count > 1 && words[0] == "*" && words[1] == "SEARCH" {
            uids.formUnion(words.dropFirst(2).compactMap { UInt32($0) }.filter { $0 > 0 })
        }
        return uids.sorted()
    }

    /// The sizes by UID from `* 1 FETCH (UID 5 RFC822.SIZE 1200)` lines.
    static func sizes(_ body: [UInt8]) -> [UInt32: Int] {
        var sizes: [UInt32: Int] = [:]
        for words in lines(body) where words.count > 3 && words[0] == "*" && words[2] == "FETCH" {
            guard let uid = value(after: "UID", in: words).flatMap({ UInt32($0) }),
                let size = value(after: "RFC822.SIZE", in: words).flatMap({ Int($0) }), size >= 0
            else { continue }
            sizes[uid] = size
        }
        return sizes
    }

    /// Arrival times as Unix times by UID, from `* 1 FETCH (UID 5 INTERNALDATE "17-Jul-1996 02:44:25 -0700")` lines.
    static func arrivals(_ body: [UInt8]) -> [UInt32: Int] {
        var times: [UInt32: Int] = [:]
        for words in lines(body) where words.count > 3 && words[0] == "*" && words[2] == "FETCH" {
            guard let uid = value(after: "UID", in: words).flatMap({ UInt32($0) }),
                let place = words.firstIndex(of: "INTERNALDATE"), place + 3 < words.count,
                let time = IMAPDate.time(words[place + 1], words[place + 2], zone: words[place + 3])
            else { continue }
            times[uid] = time
        }
        return times
    }

    private static func value(after name: String, in words: [String]) -> String? {
        guard let place = words.firstIndex(of: name), place + 1 < words.count else { return nil }
        return words[place + 1]
    }

    /// The words of each line in upper case.
    ///
    /// Parentheses and quotes are separators.
    private static func lines(_ body: [UInt8]) -> [[String]] {
        body.split { $0 == 0x0a || $0 == 0x0d }.map { line in
            line.split { byte in " ()\"".utf8.contains(byte) }
                .map { String(decoding: $0, as: UTF8.self).uppercased() }
        }
    }
}
