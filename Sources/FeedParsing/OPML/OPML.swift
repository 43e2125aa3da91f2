/// Parses and writes OPML.
package enum OPML {
    /// Parses a list, even if it is badly written.
    ///
    /// Bare `&` and missing end tags are common.
    package static func parse(_ bytes: [UInt8]) throws(FeedParsingError) -> OPMLDocument {
        guard bytes.count <= FeedParser.sizeLimit else { throw .tooLarge(limit: FeedParser.sizeLimit) }
        let text = DocumentText.utf8(bytes, contentType: nil)
        guard text.contains(where: { !$0.isHTMLSpace }) else { throw .empty }
        let readers = text.withUnsafeBufferPointer { all in
            starts(all).map { part in
                let reader = OPMLReader()
                _ = XMLReader.read(UnsafeBufferPointer(rebasing: all[part]), reader)
                return reader
            }
        }
        guard let first = readers.first, let root = first.root else { throw .notAFeed("text") }
        var document = first.document
        for more in readers.dropFirst() { document.outlines += more.document.outlines }
        guard root == "opml" || !document.outlines.isEmpty else {
            throw root == "html" ? .webPage : .notAFeed(root)
        }
        return document
    }

    /// The ranges of the documents in a file, which may contain several lists one after another.
    private static func starts(_ all: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard var start = all.nextIndex(of: UInt8(ascii: "<"), from: 0) else { return [] }
        var parts: [Range<Int>] = []
        var index = start
        while let close = all.nextIndex(of: UInt8(ascii: "<"), from: index), parts.count < 50 {
            index = close + 1
            guard all.hasPrefix("</opml", at: close) else { continue }
            let end = all.nextIndex(of: UInt8(ascii: ">"), from: close).map { $0 + 1 } ?? all.count
            parts.append(start..<end)
            guard let next = all.nextIndex(of: UInt8(ascii: "<"), from: end) else { return parts }
            start = next
            index = end
        }
        // The rest after the last list counts only if it contains a list.
        let rest = UnsafeBufferPointer(rebasing: all[start...])
        let isList =
            parts.isEmpty || ("<opml" as StaticString).withUTF8Buffer { rest.firstRange(of: $0, from: 0) } != nil
        return isList ? parts + [start..<all.count] : parts
    }

    /// The document as indented XML.
    package static func write(_ document: OPMLDocument) -> String {
        var output = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"".utf8)
        XMLText.appendEscaped(document.version.utf8, to: &output)
        output += "\">\n  <head>\n".utf8
        let title = document.title.map { [OPMLDocument.Member(name: "title", value: $0)] } ?? []
        for member in title + document.head where isName(member.name) {
            output += "    <\(member.name)>".utf8
            XMLText.appendEscaped(member.value.utf8, to: &output)
            output += "</\(member.name)>\n".utf8
        }
        output += "  </head>\n  <body>\n".utf8
        for outline in document.outlines { write(outline, depth: 2, to: &output) }
        output += "  </body>\n</opml>\n".utf8
        return String(decoding: output, as: UTF8.self)
    }

    private static func write(_ outline: OPMLDocument.Outline, depth: Int, to output: inout [UInt8]) {
        let indent = String(repeating: "  ", count: min(depth, 32))
        output += "\(indent)<outline".utf8
        for attribute in outline.attributes where isName(attribute.name) {
            output += " \(attribute.name)=\"".utf8
            XMLText.appendEscaped(attribute.value.utf8, to: &output)
            output += "\"".utf8
        }
        guard !outline.children.isEmpty, depth < 200 else {
            output += "/>\n".utf8
            return
        }
        output += ">\n".utf8
        for child in outline.children { write(child, depth: depth + 1, to: &output) }
        output += "\(indent)</outline>\n".utf8
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isASCIILetter || first >= 0x80 || first == UInt8(ascii: "_") else {
            return false
        }
        return name.utf8.allSatisfy { $0.isXMLNameByte }
    }
}
