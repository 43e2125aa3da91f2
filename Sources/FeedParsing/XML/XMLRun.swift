internal import CLibXML2

/// One pass of libxml2 over one document, with the state for its C callbacks.
final class XMLRun {
    private let handler: Unmanaged<XMLHandler>
    var context: xmlParserCtxtPtr?
    // The parser calls back on one thread, one event after another, so accesses cannot overlap.
    @exclusivity(unchecked) private(set) var isStopped = false
    @exclusivity(unchecked) private(set) var rootEnded = false
    @exclusivity(unchecked) private var depth = 0
    /// A limit of the parser is exceeded, so the document must be repaired.
    @exclusivity(unchecked) private(set) var needsRepair = false
    /// The number of namespaces in scope, and the depth and number of each declaration.
    @exclusivity(unchecked) private var namespaces = 0
    @exclusivity(unchecked) private var declarations: [(depth: Int, count: Int)] = []
    private let cancellation = ParseCancellation.current
    /// The entity for libxml2: predefined and without content, because its text was already delivered.
    private let shownEntity: xmlEntityPtr

    init(_ handler: XMLHandler) {
        self.handler = .passUnretained(handler)
        shownEntity = .allocate(capacity: 1)
        shownEntity.initialize(to: xmlEntity())
        shownEntity.pointee.type = XML_ENTITY_DECL
        shownEntity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    }

    deinit {
        shownEntity.deallocate()
    }

    func started(_ name: XMLName, _ attributes: XMLAttributes, newNamespaces: Int) {
        guard !isStopped, !needsRepair, !rootEnded else { return }
        depth += 1
        if newNamespaces > 0 {
            namespaces += newNamespaces
            declarations.append((depth, newNamespaces))
        }
        guard attributes.count <= ParseLimits.attributes, namespaces <= ParseLimits.namespaces,
            xmlDictSize(context?.pointee.dict) <= ParseLimits.names
        else { return requestRepair() }
        guard
            cancellation?.isCancelled == true
                || !handler._withUnsafeGuaranteedRef({ $0.elementStarted(name, attributes) })
        else { return }
        isStopped = true
        xmlStopParser(context)
    }

    /// Ends the parse of a document that must be repaired first.
    func requestRepair() {
        needsRepair = true
        xmlStopParser(context)
    }

    func documentTypeStarted() {
        guard let next = context?.pointee.input?.pointee.cur, next.pointee == UInt8(ascii: "[") else { return }
        requestRepair()
    }

    func ended() {
        guard !isStopped, !needsRepair, !rootEnded else { return }
        handler._withUnsafeGuaranteedRef { $0.elementEnded() }
        if let last = declarations.last, last.depth == depth {
            namespaces -= last.count
            declarations.removeLast()
        }
        depth -= 1
        rootEnded = depth == 0
    }

    /// Delivers the text before a tag.
    func flush(_ buffer: UnsafeMutablePointer<XMLTextBuffer>) {
        guard buffer.pointee.count > 0 else { return }
        if !isStopped, !needsRepair, depth > 0, !rootEnded {
            let text = UnsafeBufferPointer(start: buffer.pointee.bytes, count: buffer.pointee.count)
            handler._withUnsafeGuaranteedRef { $0.textArrived(text) }
        }
        buffer.pointee.clear()
    }

    /// Resolves HTML's entities, which feeds use without declaring them.
    ///
    /// In an attribute value libxml2 would use only the first byte. There the result is nil: the document is repaired.
    func entity(_ name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
        guard let name, let context, context.pointee.instate != XML_PARSER_ATTRIBUTE_VALUE,
            !isStopped, depth > 0, !rootEnded,
            var text = HTMLEntities.text(named: String(cString: name))
        else { return nil }
        text.withUTF8 { bytes in handler._withUnsafeGuaranteedRef { $0.textArrived(bytes) } }
        return shownEntity
    }
}
