internal import CLibXML2

/// One pass of libxml2 over one document; what its C callbacks are given.
final class XMLRun {
    private let handler: any XMLHandler
    var context: xmlParserCtxtPtr?
    private(set) var isStopped = false
    private(set) var rootEnded = false
    private var depth = 0
    /// The entity libxml2 is shown: predefined and without content, because its text was already delivered.
    private let shownEntity: xmlEntityPtr

    init(_ handler: any XMLHandler) {
        self.handler = handler
        shownEntity = .allocate(capacity: 1)
        shownEntity.initialize(to: xmlEntity())
        shownEntity.pointee.type = XML_ENTITY_DECL
        shownEntity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
    }

    deinit {
        shownEntity.deallocate()
    }

    static func from(_ user: UnsafeMutableRawPointer?) -> XMLRun? {
        guard let user else { return nil }
        return Unmanaged<XMLRun>.fromOpaque(user).takeUnretainedValue()
    }

    func started(_ name: XMLName, _ attributes: XMLAttributes) {
        guard !isStopped, !rootEnded else { return }
        depth += 1
        guard !handler.elementStarted(name, attributes) else { return }
        isStopped = true
        xmlStopParser(context)
    }

    func ended() {
        guard !isStopped, !rootEnded else { return }
        handler.elementEnded()
        depth -= 1
        rootEnded = depth == 0
    }

    func text(_ text: UnsafePointer<UInt8>?, _ count: Int32) {
        guard !isStopped, depth > 0, !rootEnded else { return }
        handler.textArrived(UnsafeBufferPointer(start: text, count: Int(count)))
    }

    /// Answers for HTML's entities, which feeds use without declaring them.
    ///
    /// In attribute values libxml2 would take the first byte alone, so there the answer is nil and the
    /// document goes to repair.
    func entity(_ name: UnsafePointer<UInt8>?) -> xmlEntityPtr? {
        guard let name, let context, context.pointee.instate != XML_PARSER_ATTRIBUTE_VALUE,
            !isStopped, depth > 0, !rootEnded,
            var text = HTMLEntities.text(named: String(cString: name))
        else { return nil }
        text.withUTF8 { handler.textArrived($0) }
        return shownEntity
    }
}
