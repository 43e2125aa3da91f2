internal import CurlClient

/// One mail to one recipient, as it is sent to a server.
struct MailEnvelope: Sendable {
    /// Empty for the null return path.
    let from: String
    let to: String
    let content: [UInt8]

    /// The address in the form for SMTP, with its domain in ASCII; nil if it is not allowed.
    ///
    /// Control characters, white space and angle brackets are refused, because they could end a command or an address.
    static func smtpForm(_ address: String) -> String? {
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
