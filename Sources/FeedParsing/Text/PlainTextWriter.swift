/// Writes the text of HTML, line by line.
struct PlainTextWriter {
    private let baseURL: String?
    private let byteLimit: Int
    private var output: [UInt8] = []
    private var newlines = 0
    private var space = false
    private var preformatted = 0
    private var quotes = 0
    /// One entry per open list: the number of the next item in an ordered list, 0 in others.
    private var lists: [Int] = []
    private var hidden: (name: String, depth: Int)?
    /// Elements that are shown because their end tag was missing.
    private var revealed: Set<String> = []
    private var link: (url: String, start: Int)?
    private var cellsInRow = 0

    init(baseURL: String?, byteLimit: Int) {
        self.baseURL = baseURL
        self.byteLimit = byteLimit
    }

    var isFull: Bool { output.count > byteLimit }
    var isHiding: Bool { hidden != nil }

    /// Shows the hidden element from now on; false when nothing readable is hidden.
    mutating func reveal() -> Bool {
        guard let name = hidden?.name, !Self.programs.contains(name) else { return false }
        hidden = nil
        revealed.insert(name)
        return true
    }

    private static let programs: Set<String> = ["script", "style", "head", "title", "template", "svg"]

    func finished() -> String {
        let visible = InvisibleText.removed(from: output)
        let text = String(String(decoding: visible, as: UTF8.self).trimmingSpace())
        return FeedFooter.mayEnd(visible) ? FeedFooter.removed(from: text) : text
    }

    // MARK: - Tags

    mutating func open(_ name: HTMLName, _ attributes: UnsafeBufferPointer<UInt8>) {
        if let inside = hidden {
            if inside.name == name.text { hidden?.depth += 1 }
            return
        }
        if name.traits.contains(.hidden) || name.traits.contains(.box) && Self.isHidden(attributes),
            !revealed.contains(name.text)
        {
            hidden = (name.text, 1)
            return
        }
        switch name.element {
        case .br: breakLine(newlines + 1)
        case .img: image(HTMLAttributes(attributes))
        case .a: openLink(HTMLAttributes(attributes))
        case .ul, .menu, .dir: openList(0)
        case .ol: openList(max(1, HTMLAttributes(attributes).value("start").flatMap { Int($0) } ?? 1))
        case .li: item()
        case .blockquote:
            breakLine(2)
            quotes = min(quotes + 1, 4)
        case .pre:
            breakLine(2)
            preformatted += 1
        case .hr:
            breakLine(2)
        case .td, .th:
            if cellsInRow > 0 { put("·", spaced: true) }
            cellsInRow += 1
        case .tr:
            breakLine(1)
            cellsInRow = 0
        case .q: put("“", spaced: false)
        case .audio, .video: put("[\(name.text)]", spaced: true)
        case .sup, .sub: break
        case .p, .other: if name.traits.contains(.block) { breakLine(Self.gap(name)) }
        }
    }

    /// Hides boxes of share links, text for screen readers and elements that style sheets hide.
    private static func isHidden(_ attributes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard attributes.count > 6 else { return false }
        let present = letters(attributes)
        return hiddenMarks.contains { mark, letters in
            letters & ~present == 0 && mark.withUTF8Buffer { attributes.firstRange(of: $0, from: 0) } != nil
        }
    }

    /// With the bytes that each consists of: most attributes lack one of them, so that they need not be searched.
    private static let hiddenMarks = [
        "display:none", "display: none", "feedflare", "sharedaddy", "screen-reader-text", "jp-relatedposts",
        "addtoany_share", "wpcnt", "sr-only",
    ].map { (mark: StaticString) in (mark, mark.withUTF8Buffer(letters)) }

    /// A bit for each byte that occurs; some bytes share one.
    private static func letters(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 | 1 << (UInt64($1) & 63) }
    }

    mutating func close(_ name: HTMLName) {
        if let inside = hidden {
            guard inside.name == name.text else { return }
            hidden = inside.depth > 1 ? (name.text, inside.depth - 1) : nil
            return
        }
        switch name.element {
        case .a: closeLink()
        case .ul, .ol, .menu, .dir:
            _ = lists.popLast()
            breakLine(lists.isEmpty ? 2 : 1)
        case .blockquote:
            quotes = max(0, quotes - 1)
            breakLine(2)
        case .pre:
            preformatted = max(0, preformatted - 1)
            breakLine(2)
        case .q: put("”", spaced: false)
        case .br: break
        case .p: breakLine(2)
        default: if name.traits.contains(.block) { breakLine(Self.gap(name)) }
        }
    }

    private static func gap(_ name: HTMLName) -> Int { name.traits.contains(.close) ? 1 : 2 }

    private mutating func openList(_ first: Int) {
        breakLine(lists.isEmpty ? 2 : 1)
        if lists.count < 8 { lists.append(first) }
    }

    private mutating func item() {
        breakLine(1)
        let depth = max(0, lists.count - 1)
        var mark = String(repeating: "  ", count: depth)
        if let number = lists.last, number > 0 {
            mark += "\(number). "
            lists[lists.count - 1] = number == Int.max ? number : number + 1
        } else {
            mark += "• "
        }
        put(mark, spaced: false)
    }

    private mutating func image(_ attributes: HTMLAttributes) {
        for side: StaticString in ["width", "height"] {
            if let pixels = attributes.value(side).flatMap({ Int($0) }), pixels <= 2 { return }
        }
        if let alt = attributes.value("alt")?.trimmingSpace(), !alt.isEmpty {
            // The short text of an emoji image is the emoji.
            put(alt.count <= 2 ? String(alt) : "[image: \(alt.prefix(120))]", spaced: alt.count > 2)
        } else if !endsWithImage {
            put("[image]", spaced: true)
        }
    }

    private var endsWithImage: Bool { output.suffix(7).elementsEqual("[image]".utf8) }

    // MARK: - Links

    private mutating func openLink(_ attributes: HTMLAttributes) {
        guard let href = attributes.value("href"), !href.isEmpty, !href.hasPrefix("#") else { return }
        let url = URLReference.resolve(href, against: baseURL)
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return }
        link = (url, output.count)
    }

    /// Shows the address only if the link's text means nothing without it.
    private mutating func closeLink() {
        guard let (url, start) = link else { return }
        link = nil
        guard start <= output.count, Self.letterCount(output[start...]) <= Self.mostLetters else { return }
        let words = String(decoding: output[start...], as: UTF8.self).trimmingSpace().lowercased()
        let bare = words.filter { $0.isLetter || $0 == " " }
        guard Self.sayNothing.contains(bare) else { return }
        put("(\(url))", spaced: true)
    }

    /// Counted first, because most links have longer texts and need no closer look.
    private static func letterCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count { (0x61...0x7a).contains($0 | 0x20) }
    }

    /// The number of letters in "click here".
    private static let mostLetters = 9

    private static let sayNothing: Set<String> = [
        "here", "link", "this", "click here", "source", "via", "hier", "ici", "aquí", "qui",
    ]

    // MARK: - Text

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard hidden == nil else { return }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "&"), let (text, end) = HTMLEntities.reference(bytes, at: index) {
                if text == "\u{a0}" { space = true } else { put(text, spaced: false) }
                index = end
            } else if byte.isHTMLSpace {
                if preformatted > 0, byte == 0x0a {
                    breakLine(newlines + 1)
                } else if preformatted > 0, newlines == 0, byte == 0x20 {
                    output.append(0x20)
                } else {
                    space = true
                }
                index += 1
            } else if byte < 0x20 || byte == 0x7f {
                index += 1
            } else {
                writePending()
                let start = index
                index += 1
                // Words with one space between them are copied together, eight bytes at a time where possible.
                while case let width = PlainWords.width(bytes, at: index), width > 0 { index += width }
                while index < bytes.count {
                    let isSpaced = bytes[index] == 0x20 && index + 1 < bytes.count && Self.isPlain(bytes[index + 1])
                    guard isSpaced || Self.isPlain(bytes[index]) else { break }
                    index += 1
                }
                output += bytes[start..<index]
            }
        }
    }

    /// Neither a space nor a control character nor the beginning of an entity.
    private static func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x26 && byte != 0x7f }

    private mutating func put(_ text: String, spaced: Bool) {
        if spaced { space = true }
        writePending()
        for byte in text.utf8 { output.append(byte < 0x20 ? 0x20 : byte) }
        if spaced { space = true }
    }

    private mutating func breakLine(_ count: Int) {
        newlines = max(newlines, min(lists.isEmpty ? 2 : 1, count))
        space = false
    }

    /// Writes the pending line breaks or space before the next word.
    private mutating func writePending() {
        if output.isEmpty {
            newlines = 0
            space = false
            writeQuotes()
        } else if newlines > 0 {
            // The sign of a list item is on the same line as the paragraph inside it.
            if !endsWithItemSign {
                for _ in 0..<newlines { output.append(0x0a) }
                writeQuotes()
            }
            newlines = 0
            space = false
        } else if space {
            if output.last != 0x20, output.last != 0x0a { output.append(0x20) }
            space = false
        }
    }

    private var endsWithItemSign: Bool {
        guard output.last == 0x20 else { return false }
        return output.dropLast().suffix(3).elementsEqual("•".utf8)
            || (output.dropLast().last == UInt8(ascii: ".") && output.count >= 3
                && output[output.count - 3].isASCIIDigit && !lists.isEmpty)
    }

    private mutating func writeQuotes() {
        for _ in 0..<quotes { output += "> ".utf8 }
    }
}
