/// The text of the current element.
///
/// Markup inside it is written out again as markup.
struct TextLeaf {
    enum Kind: UInt8 {
        /// HTML, escaped in the document.
        case html
        /// Plain text.
        case text
        /// Markup that is part of the document.
        case xhtml
        case base64
    }

    private(set) var isOpen = false
    private(set) var kind = Kind.html
    private(set) var bytes: [UInt8] = []
    private var names: [String] = []
    /// The element's attributes that are needed with its text.
    var isPermalink = true
    var attribute: String?

    private static let limit = 4 << 20

    mutating func open(_ kind: Kind) {
        isOpen = true
        self.kind = kind
        bytes.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        attribute = nil
        isPermalink = true
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard isOpen, bytes.count < Self.limit else { return }
        if kind == .xhtml {
            XMLText.appendEscaped(text, to: &bytes)
        } else {
            bytes.append(contentsOf: text)
        }
    }

    mutating func openMarkup(_ name: XMLName, _ attributes: XMLAttributes) {
        let local = String(cString: name.local)
        names.append(local)
        guard bytes.count < Self.limit else { return }
        bytes.append(UInt8(ascii: "<"))
        bytes += local.utf8
        for index in 0..<attributes.count {
            bytes.append(UInt8(ascii: " "))
            bytes += attributes.qualifiedName(index).utf8
            bytes += "=\"".utf8
            XMLText.appendEscaped(attributes.bytes(index), to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Returns false when no markup is open, so the element itself ends.
    mutating func closeMarkup() -> Bool {
        guard let name = names.popLast() else { return false }
        guard bytes.count < Self.limit, !HTMLTags.isVoid(name) else { return true }
        bytes += "</".utf8
        bytes += name.utf8
        bytes.append(UInt8(ascii: ">"))
        return true
    }

    mutating func close() {
        isOpen = false
        if let undone = DoubleEncoding.undone(bytes) { bytes = undone }
    }

    // MARK: - What was read

    /// The text without white space at its ends; nil when there is none.
    var string: String? {
        bytes.withUnsafeBufferPointer { all in
            let text = all.trimmed()
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    var number: Int? {
        guard let string, string.utf8.count <= 40 else { return nil }
        // "60 minutes" is 60.
        return Int(string.prefix { $0.isASCII && $0.isNumber || $0 == "-" || $0 == "+" })
    }

    var date: Int64? { bytes.withUnsafeBufferPointer { FeedDate.parse($0) } }

    /// The text as HTML.
    var html: String? {
        switch kind {
        case .html: return string
        case .xhtml: return withoutWrapper
        case .base64: return string.map { AtomBase64.text($0) ?? $0 }
        case .text:
            guard let string else { return nil }
            // HTML is often declared as plain text by mistake.
            return HTMLTags.looksLikeHTML(string) ? string : HTMLTags.lines(string)
        }
    }

    /// The text on one line and without markup.
    var line: String? {
        let source = kind == .base64 ? string.flatMap(AtomBase64.text) : nil
        if let source { return TitleText.clean(source) }
        return bytes.withUnsafeBufferPointer { TitleText.clean($0, isPlain: kind == .text) }
    }

    /// Atom wraps XHTML in a `div` that is not part of the content (RFC 4287, 3.1.1.3).
    private var withoutWrapper: String? {
        guard let string, string.hasPrefix("<div"), string.hasSuffix("</div>"),
            let first = string.utf8.firstIndex(of: UInt8(ascii: ">"))
        else { return string }
        let inner = string[string.utf8.index(after: first)...].dropLast(6)
        guard HTMLTags.divsAreBalanced(inner) else { return string }
        let trimmed = inner.trimmingSpace()
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}

extension StringProtocol {
    /// The text without white space at either end.
    func trimmingSpace() -> SubSequence {
        let scalars = unicodeScalars
        // Most text has no white space at its ends.
        if let first = scalars.first, ("!"..."~").contains(first), let last = scalars.last, ("!"..."~").contains(last) {
            return self[startIndex..<endIndex]
        }
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return self[startIndex..<startIndex] }
        return self[first..<scalars.index(after: last)]
    }
}
