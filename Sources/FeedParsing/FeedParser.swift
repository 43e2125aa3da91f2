/// Parses feeds of every format.
package struct FeedParser {
    /// In bytes.
    ///
    /// Larger documents are refused. The fetcher has the same limit.
    package static let sizeLimit = 8 << 20

    /// Parses a feed document in any encoding.
    ///
    /// `contentType` is the value of the HTTP header, with its charset. `url` is the document's address; relative
    /// addresses are resolved against it. An item that cannot be parsed is skipped and counted.
    package static func parse(
        _ bytes: [UInt8],
        contentType: String? = nil,
        url: String? = nil
    ) throws(FeedParsingError) -> ParsedFeed {
        guard bytes.count <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
        let utf8 = DocumentText.utf8(bytes, contentType: contentType)
        let start = utf8.firstIndex { !$0.isHTMLSpace } ?? utf8.endIndex
        guard start < utf8.endIndex else { throw .empty }
        if utf8[start] == UInt8(ascii: "{") || utf8[start] == UInt8(ascii: "[") {
            return try JSONFeedReader.read(utf8, url: url)
        }
        return try parseXML(utf8, url: url)
    }

    private static func parseXML(_ bytes: [UInt8], url: String?) throws(FeedParsingError) -> ParsedFeed {
        let start = bytes.withUnsafeBufferPointer { documentStart($0) }
        guard let start else { throw .notAFeed("text") }
        do {
            return try parseXML(bytes, from: start, url: url)
        } catch {
            // Some servers print warnings in HTML before the document.
            guard case .notAFeed = error, let later = bytes.withUnsafeBufferPointer({ feedStart($0, after: start) })
            else { throw error }
            return try parseXML(bytes, from: later, url: url)
        }
    }

    private static func parseXML(_ bytes: [UInt8], from start: Int, url: String?) throws(FeedParsingError) -> ParsedFeed
    {
        let reader = FeedReader(documentURL: url)
        let outcome = bytes.withUnsafeBufferPointer { all in
            XMLReader.read(UnsafeBufferPointer(rebasing: all[start...]), reader)
        }
        if let failure = reader.failure { throw failure }
        guard reader.hasRoot else { throw .notAFeed("no root element") }
        return reader.finish(isTruncated: outcome.isTruncated)
    }

    /// Where a feed begins after other markup, within the first kilobytes.
    private static func feedStart(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> Int? {
        var index = start + 1
        while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: index), found < start + 16_384 {
            if ["<?xml", "<rss", "<feed", "<rdf:rdf"].contains(where: { bytes.hasPrefix($0, at: found) }) {
                return found
            }
            index = found + 1
        }
        return nil
    }

    /// Where markup begins; some servers print warnings or white space first.
    private static func documentStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: index) {
            let next = found + 1 < bytes.count ? bytes[found + 1] : 0
            if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next.isASCIILetter { return found }
            index = found + 1
        }
        return nil
    }
}
