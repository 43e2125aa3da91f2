/// The address of a file at a homeserver: `mxc://server/media`.
package struct MediaAddress: Hashable, Sendable {
    package let server: String
    package let mediaID: String

    /// Nil for anything but a server name and an opaque id; a path, for example, is refused.
    package init?(_ text: String) {
        guard text.utf8.count <= 600, text.hasPrefix("mxc://") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isServerName(parts[0]), Self.isMediaID(parts[1]) else { return nil }
        server = String(parts[0])
        mediaID = String(parts[1])
    }

    /// Checks for a host or an IPv6 address in brackets, with an optional port.
    private static func isServerName(_ text: Substring) -> Bool {
        (1...255).contains(text.utf8.count) && !text.utf8.starts(with: [UInt8(ascii: ".")])
            && text.utf8.allSatisfy { isLetterOrDigit($0) || ".-:[]".utf8.contains($0) }
            && text.utf8.contains(where: isLetterOrDigit)
    }

    private static func isMediaID(_ text: Substring) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || "-_".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
