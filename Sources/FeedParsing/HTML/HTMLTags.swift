internal import Glibc

/// Properties of HTML elements, by name.
enum HTMLTags {
    static func isVoid(_ name: String) -> Bool { void.contains(name.lowercased()) }

    static func isKnown(_ name: some StringProtocol) -> Bool { known.contains(name.lowercased()) }

    /// Whether the element begins and ends a line.
    static func isBlock(_ name: String) -> Bool { block.contains(name) }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    private static let block: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
        "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr",
        "ul", "caption", "legend", "option",
    ]

    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "audio", "b", "bdi", "bdo", "big", "button", "canvas", "cite", "code", "data", "del",
        "dfn", "em", "font", "frame", "head", "i", "iframe", "ins", "kbd", "label", "map", "mark", "nobr", "noscript",
        "object", "picture", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "span", "strike", "strong",
        "style", "sub", "sup", "svg", "td", "textarea", "th", "time", "title", "tt", "u", "var", "video",
    ]

    private static let known = void.union(block).union(inline)

    static var all: Set<String> { known }

    static func escaped(_ text: String) -> String {
        var text = text
        let bytes = text.withUTF8 { all -> [UInt8]? in
            let needsNone = [UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: ">")]
                .allSatisfy { all.nextIndex(of: $0, from: 0) == nil }
            guard !needsNone else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(all.count + all.count / 16 + 32)
            XMLText.appendEscaped(all, to: &bytes)
            return bytes
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Plain text as HTML that keeps its line breaks.
    static func lines(_ text: String) -> String { breakingLines(escaped(text)) }

    /// Replaces line breaks by `<br>`.
    static func breakingLines(_ html: String) -> String {
        var html = html
        let bytes = html.withUTF8 { all -> [UInt8]? in
            guard var end = all.nextIndex(of: 0x0a, from: 0) else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(all.count + 256)
            var start = 0
            while true {
                let hasReturn = end > start && all[end - 1] == 0x0d
                bytes += UnsafeBufferPointer(rebasing: all[start..<(hasReturn ? end - 1 : end)])
                bytes += "<br>".utf8
                start = end + 1
                guard let next = all.nextIndex(of: 0x0a, from: start) else { break }
                end = next
            }
            bytes += UnsafeBufferPointer(rebasing: all[start...])
            return bytes
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? html
    }

    /// Whether the text has an HTML end tag, or a `br`, `img` or `hr`, which do not occur in plain text.
    static func looksLikeHTML(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: index) {
                var start = found + 1
                let isClosing = start < bytes.count && bytes[start] == UInt8(ascii: "/")
                if isClosing { start += 1 }
                var end = start
                while end < bytes.count, end < start + 12, bytes[end].isASCIILetterOrDigit { end += 1 }
                if end > start, end < bytes.count {
                    let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
                    if isClosing, isKnown(name) { return true }
                    if name == "br" || name == "img" || name == "hr" { return true }
                }
                index = found + 1
            }
            return false
        }
    }

    /// Whether every `</div>` of the text closes a `<div` of the same text.
    static func divsAreBalanced(_ text: Substring) -> Bool {
        var text = String(text)
        return text.withUTF8 { bytes in
            var depth = 0
            var index = 0
            while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: index) {
                index = found + 1
                if bytes.hasPrefix("</div", at: found) { depth -= 1 }
                if bytes.hasPrefix("<div", at: found) { depth += 1 }
                if depth < 0 { return false }
            }
            return depth == 0
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    func nextIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start >= 0, start < count,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether the bytes at `start` equal `text`, in any letter case; `text` must be ASCII in lower case.
    func hasPrefix(_ text: StaticString, at start: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            guard start + wanted.count <= count else { return false }
            for offset in 0..<wanted.count {
                let byte = self[start + offset]
                let same = byte == wanted[offset] || (byte.isASCIILetter && byte | 0x20 == wanted[offset])
                guard same else { return false }
            }
            return true
        }
    }
}
