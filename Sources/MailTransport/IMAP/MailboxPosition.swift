/// The position in a mailbox: all UIDs up to `uid` were read, valid for this UIDVALIDITY (RFC 3501, 2.3.1.1).
package struct MailboxPosition: Hashable, Sendable {
    package var validity: UInt32
    package var uid: UInt32

    package init(validity: UInt32, uid: UInt32) {
        self.validity = validity
        self.uid = uid
    }
}

extension MailboxPosition: LosslessStringConvertible, Codable {
    /// `VALIDITY:UID`.
    package var description: String { "\(validity):\(uid)" }

    package init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let validity = UInt32(parts[0]), let uid = UInt32(parts[1]) else { return nil }
        self.init(validity: validity, uid: uid)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let position = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not VALIDITY:UID")
        }
        self = position
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
