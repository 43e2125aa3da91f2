/// Writes `name=value` of Content-Type and Content-Disposition (RFC 2045, section 5.1; RFC 2231).
enum MIMEParameter {
    /// The words of the header, without the semicolons between them.
    static func tokens(_ name: String, _ value: HeaderText) -> [String] {
        let bytes = Array(value.text.utf8)
        if bytes.count <= 60, !bytes.isEmpty, bytes.allSatisfy(\.isTokenText) { return ["\(name)=\(value)"] }
        if bytes.count <= 60, bytes.allSatisfy({ $0.isVisible || $0 == .space }) { return ["\(name)=\(quoted(bytes))"] }
        return extended(name, value.text)
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = [.quote]
        for byte in bytes {
            if byte == .quote || byte == .backslash { result.append(.backslash) }
            result.append(byte)
        }
        return (result + [.quote]).asText
    }

    /// RFC 2231: percent-encoded, in pieces `name*0*=`, `name*1*=` if one line is too short.
    private static func extended(_ name: String, _ text: String) -> [String] {
        var (pieces, piece) = ([String](), "utf-8''")
        for scalar in text.unicodeScalars {
            let coded = String(scalar).utf8.map { isPlain($0) ? [$0] : [.percent] + $0.hexDigits }.joined()
            if piece.utf8.count + coded.count > 55 {
                pieces.append(piece)
                piece = ""
            }
            piece += Array(coded).asText
        }
        if pieces.isEmpty { return ["\(name)*=\(piece)"] }
        return (pieces + [piece]).enumerated().map { "\(name)*\($0.offset)*=\($0.element)" }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == .hyphen || byte == .dot || byte == .underscore
    }
}
