internal import CurlClient

/// One mail to one recipient, as a server is given it.
struct MailEnvelope: Sendable {
    /// Empty for the null return path.
    let from: String
    let to: String
    let content: [UInt8]

    /// The address as it is said to a server, its domain in ASCII; nil when it cannot be said.
    ///
    /// Refused are control characters, blanks and angle brackets: what could end a command or an address.
    static func sayable(_ address: String) -> String? {
        guard !address.isEmpty, address.utf8.count <= 320,
            address.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "<" && $0 != ">"
            })
        else { return nil }
        guard let at = address.lastIndex(of: "@") else { return address }
        let domain = String(address[address.index(after: at)...])
        guard !domain.isEmpty, at != address.startIndex else { return nil }
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return address }
        return HostAndPort(domain).map { "\(address[...at])\($0.host)" }
    }
}
