internal import CLibXML2

/// Parses a whole document with libxml2's push parser.
///
/// No entity is expanded and nothing is loaded. Declarations have no handler, so only HTML's entities are known. A
/// document that is not well-formed is repaired and parsed again.
enum XMLReader {
    struct Outcome {
        var isTruncated = false
        var wasRepaired = false
    }

    /// Parses UTF-8.
    ///
    /// The repair also removes what would cost more than linear time: declarations of entities and attributes, and
    /// attributes and namespaces over the limits. A document with more than ten thousand names is cut off.
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

    /// Whether a start tag may have thousands of attributes, which libxml2 would compare with each other.
    ///
    /// The repair removes all but the first few. Long escaped text may look like such a tag; that only costs time.
    private static func hasGiantTag(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while bytes.count - index > 65_536 {
            // If the next block contains a "<", no tag before that one is too long.
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

    /// Returns whether everything up to the end of the root was well-formed, or the handler ended the parse.
    ///
    /// With `recovers` the parser continues after errors that the repair has missed.
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
                // An entity declaration makes libxml2 create a small document.
                if let document = context.pointee.myDoc { xmlFreeDoc(document) }
                context.pointee.myDoc = nil
                xmlFreeParserCtxt(context)
            }
            // Without NOENT, `&amp;` in an attribute would arrive as `&#38;`. There are no entities to expand.
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
        // A document type without an internal subset is harmless.
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
