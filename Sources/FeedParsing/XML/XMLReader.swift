internal import CLibXML2

/// Runs libxml2's push parser over a whole document.
///
/// No entity is ever expanded and nothing is loaded: declarations have no handler, so only the entities of HTML
/// are known. A document that is not well-formed is repaired and read once more.
enum XMLReader {
    struct Outcome {
        var isTruncated = false
        var wasRepaired = false
    }

    /// Reads UTF-8.
    ///
    /// Repair also drops what the parser's work grows faster with than the document: declarations of entities and of
    /// attributes, more than a few attributes of one tag, more than a few namespaces in force. Behind ten thousand
    /// names a document counts as cut off.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ handler: XMLHandler) -> Outcome {
        guard LibXML.isReady else { return Outcome() }
        if !hasGiantTag(bytes) {
            if parse(bytes, handler, recovers: false) { return Outcome() }
            handler.reset()
        }
        let repaired = XMLRepair.wellFormed(bytes)
        let isWhole = repaired.bytes.withUnsafeBufferPointer { parse($0, handler, recovers: true) }
        return Outcome(isTruncated: repaired.isTruncated || !isWhole, wasRepaired: true)
    }

    /// Whether a start tag may hold thousands of attributes, which libxml2 compares each with each.
    ///
    /// Repair drops all but the first few. Long escaped text may be taken for such a tag: that costs time, no more.
    private static func hasGiantTag(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while bytes.count - index > 65_536 {
            // The last tag of the next stretch shows that no tag in it is so long.
            var last = index + 32_768
            while last > index, bytes[last] != UInt8(ascii: "<") { last -= 1 }
            if last > index {
                index = last
                continue
            }
            let next = bytes.nextIndex(of: UInt8(ascii: "<"), from: index + 1) ?? bytes.count
            if next - index > 32_768 {
                var values = 0
                for position in index..<(next - 1) where bytes[position] == UInt8(ascii: "=") {
                    let quote = bytes[position + 1]
                    if quote == 0x22 || quote == 0x27 || quote.isHTMLSpace { values += 1 }
                }
                if values > 2_000 { return true }
            }
            index = next
        }
        return false
    }

    /// Returns whether everything up to the end of the root element was well-formed, or the handler ended the parse.
    ///
    /// One that `recovers` goes on behind whatever repair did not foresee.
    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ handler: XMLHandler, recovers: Bool) -> Bool {
        let run = XMLRun(handler)
        guard let start = bytes.baseAddress, bytes.count < Int(Int32.max) else { return false }
        return withExtendedLifetime((run, handler)) {
            var sax = saxHandler()
            let user = UnsafeMutablePointer<XMLTextBuffer>.allocate(capacity: 1)
            user.initialize(to: XMLTextBuffer(run: run))
            defer {
                user.pointee.release()
                user.deallocate()
            }
            guard let context = xmlCreatePushParserCtxt(&sax, user, nil, 0, nil) else { return false }
            defer {
                // An entity declaration makes libxml2 build a small document of its own.
                if let document = context.pointee.myDoc { xmlFreeDoc(document) }
                context.pointee.myDoc = nil
                xmlFreeParserCtxt(context)
            }
            // NOENT: without it `&amp;` in an attribute arrives as `&#38;`. There are no entities it could expand.
            var options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue
            if recovers { options |= XML_PARSE_RECOVER.rawValue }
            xmlCtxtUseOptions(context, Int32(bitPattern: options))
            xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
            run.context = context
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                _ = xmlParseChunk(context, $0, Int32(bytes.count), 1)
            }
            return !run.needsRepair && (run.isStopped || run.rootEnded || context.pointee.wellFormed == 1)
        }
    }

    private static func saxHandler() -> xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = 0xDEED_BEAF
        // A document type without declarations in brackets is harmless.
        sax.internalSubset = { user, _, _, _ in
            guard let buffer = XMLTextBuffer.from(user) else { return }
            buffer.pointee.run._withUnsafeGuaranteedRef { $0.documentTypeStarted() }
        }
        sax.startElementNs = { user, local, prefix, namespace, namespaces, _, count, _, fields in
            guard let buffer = XMLTextBuffer.from(user), let local else { return }
            buffer.pointee.run._withUnsafeGuaranteedRef { run in
                run.flush(buffer)
                run.started(
                    XMLName(local: local, prefix: prefix, namespace: namespace),
                    XMLAttributes(fields: fields, count: Int(count)),
                    newNamespaces: Int(namespaces)
                )
            }
        }
        sax.endElementNs = { user, _, _, _ in
            guard let buffer = XMLTextBuffer.from(user) else { return }
            buffer.pointee.run._withUnsafeGuaranteedRef { run in
                run.flush(buffer)
                run.ended()
            }
        }
        sax.characters = { user, text, count in XMLTextBuffer.from(user)?.pointee.append(text, count) }
        sax.ignorableWhitespace = sax.characters
        sax.cdataBlock = sax.characters
        sax.getEntity = { user, name in
            guard let buffer = XMLTextBuffer.from(user) else { return nil }
            return buffer.pointee.run._withUnsafeGuaranteedRef { run in
                run.flush(buffer)
                return run.entity(name)
            }
        }
        sax.serror = { _, _ in }
        return sax
    }
}
