/// Which letters the server treats as equal in nicks and channel names (ISUPPORT `CASEMAPPING`).
enum CaseMapping: String, Sendable {
    case ascii
    case rfc1459
    case strictRFC1459 = "rfc1459-strict"

    init(token: String) {
        switch token.lowercased() {
        case "rfc1459": self = .rfc1459
        case "rfc1459-strict", "strict-rfc1459": self = .strictRFC1459
        default: self = .ascii
        }
    }

    /// The form in which names are compared.
    func fold(_ name: String) -> String {
        String(decoding: name.utf8.map(fold), as: UTF8.self)
    }

    private func fold(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        // RFC 1459, 2.2: {}|^ are the lower case of []\~ because of Scandinavian keyboards.
        case UInt8(ascii: "[")...UInt8(ascii: "]") where self != .ascii: byte + 32
        case UInt8(ascii: "~") where self == .rfc1459: UInt8(ascii: "^")
        default: byte
        }
    }
}
