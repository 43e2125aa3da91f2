internal import CLibXML2

/// Parses a document with libxml2 alone, with handlers that do nothing.
///
/// Benchmarks compare the feed parser with it. It uses the declared encoding.
package enum RawSAX {
    /// Returns whether the document is well-formed.
    @discardableResult package static func parse(_ bytes: [UInt8]) -> Bool {
        guard LibXML.isReady, bytes.count < Int(Int32.max) else { return false }
        var sax = xmlSAXHandler()
        sax.initialized = 0xDEED_BEAF
        sax.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        sax.endElementNs = { _, _, _, _ in }
        sax.characters = { _, _, _ in }
        sax.ignorableWhitespace = sax.characters
        sax.cdataBlock = sax.characters
        sax.getEntity = { _, _ in nil }
        sax.serror = { _, _ in }
        guard let context = xmlCreatePushParserCtxt(&sax, nil, nil, 0, nil) else { return false }
        defer {
            if let document = context.pointee.myDoc { xmlFreeDoc(document) }
            context.pointee.myDoc = nil
            xmlFreeParserCtxt(context)
        }
        // Damaged documents are parsed to their end, because the rate counts all bytes.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_RECOVER.rawValue
        xmlCtxtUseOptions(context, Int32(bitPattern: options))
        bytes.withUnsafeBytes {
            _ = xmlParseChunk(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count), 1)
        }
        return context.pointee.wellFormed == 1
    }
}
