/// The name of a tag, in lower case, with what it means for reading text.
struct HTMLName {
    let text: String
    let element: Element
    let traits: Traits

    /// The elements that `PlainTextWriter` treats in a way of their own.
    enum Element: String, CaseIterable {
        case a, audio, blockquote, br, dir, hr, img, li, menu, ol, p, pre, q, sub, sup, td, th, tr, ul, video
        case other = ""
    }

    struct Traits: OptionSet {
        let rawValue: UInt8

        /// Begins and ends a line.
        static let block = Traits(rawValue: 1)
        /// Is separated by a line break, not by an empty line.
        static let close = Traits(rawValue: 2)
        /// Contains nothing that is read.
        static let hidden = Traits(rawValue: 4)
        /// May be hidden by its attributes.
        static let box = Traits(rawValue: 8)
        /// Contains no markup.
        static let raw = Traits(rawValue: 16)
    }

    /// - Parameter bytes: the name as it stands in the document.
    init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        if let known = HTMLNames.known(bytes) {
            self = known
        } else {
            self.init(String(decoding: bytes, as: UTF8.self).lowercased())
        }
    }

    fileprivate init(_ text: String) {
        self.text = text
        element = Element(rawValue: text) ?? .other
        var traits: Traits = HTMLTags.isBlock(text) ? .block : []
        if HTMLNames.close.contains(text) { traits.insert(.close) }
        if HTMLNames.hidden.contains(text) { traits.insert(.hidden) }
        if HTMLNames.boxes.contains(text) { traits.insert(.box) }
        if HTMLNames.raw.contains(text) { traits.insert(.raw) }
        self.traits = traits
    }
}

/// The names of HTML's elements, found by their bytes: a document has thousands of tags, and each would need a string.
private enum HTMLNames {
    static let close: Set<String> = [
        "div", "dt", "dd", "li", "tr", "thead", "tbody", "figcaption", "caption", "option", "legend", "center", "body",
        "html", "summary",
    ]

    static let hidden: Set<String> = [
        "script", "style", "head", "title", "template", "svg", "iframe", "object", "select", "textarea", "button",
        "noframes", "canvas", "nav", "dialog",
    ]

    static let boxes: Set<String> = ["div", "span", "section", "ul"]

    static let raw: Set<String> = ["script", "style", "textarea", "title", "xmp", "noframes"]

    /// Nil for a name that is not in the table, which may be known all the same.
    static func known(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> HTMLName? {
        guard let key = Self.key(bytes) else { return nil }
        var slot = Self.slot(of: key)
        while table[slot].key != 0 {
            if table[slot].key == key { return table[slot].name }
            slot = (slot + 1) & (size - 1)
        }
        return nil
    }

    /// The letters in lower case as one number; nil if there are other signs, or more than ten.
    private static func key(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        guard bytes.count <= 10 else { return nil }
        var key: UInt64 = 0
        for byte in bytes {
            // Six bits each: letters and digits without their case.
            guard byte.isASCIILetterOrDigit else { return nil }
            key = key << 6 | UInt64(byte.isASCIIDigit ? byte - 0x30 + 27 : (byte | 0x20) - 0x60)
        }
        return key
    }

    private static let size = 512

    private static func slot(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 55) }

    private static let table: [(key: UInt64, name: HTMLName)] = {
        var table = Array(repeating: (key: UInt64(0), name: HTMLName("")), count: size)
        for text in HTMLTags.all.union(close).union(hidden).union(raw) {
            var text = text
            guard let key = text.withUTF8({ Self.key($0[...]) }) else { continue }
            var slot = Self.slot(of: key)
            while table[slot].key != 0 { slot = (slot + 1) & (size - 1) }
            table[slot] = (key, HTMLName(text))
        }
        return table
    }()
}
