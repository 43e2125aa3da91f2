/// Builds an `OPMLDocument` from XML events.
final class OPMLReader: XMLHandler {
    private static let outlineLimit = 20_000

    private(set) var document = OPMLDocument()
    private(set) var root: String?
    private var open: [OPMLDocument.Outline] = []
    /// For every open element, whether it is an outline.
    private var isOutline: [Bool] = []
    private var headName: String?
    private var headText: [UInt8] = []
    private var inHead = false
    private var count = 0

    override func reset() {
        document = OPMLDocument()
        root = nil
        open = []
        isOutline = []
        headName = nil
        inHead = false
        count = 0
    }

    override func elementStarted(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        let local = String(cString: name.local)
        let lower = local.lowercased()
        if root == nil {
            root = lower
            document.version = attributes.value("version") ?? "2.0"
        }
        let startsOutline = lower == "outline" && count < Self.outlineLimit
        let isTooDeep = open.count >= ParseLimits.outlineDepth
        isOutline.append(startsOutline && !isTooDeep)
        if startsOutline {
            count += 1
            let members = (0..<attributes.count).map {
                OPMLDocument.Member(name: attributes.qualifiedName($0), value: attributes.value(at: $0))
            }
            let outline = OPMLDocument.Outline(attributes: members)
            if isTooDeep {
                open[open.count - 1].children.append(outline)
            } else {
                open.append(outline)
            }
            inHead = false
        } else if lower == "head" {
            inHead = true
        } else if lower == "body" {
            inHead = false
        } else if inHead {
            headName = local
            headText = []
        }
        return true
    }

    override func textArrived(_ text: UnsafeBufferPointer<UInt8>) {
        if headName != nil, headText.count < 10_000 { headText += text.prefix(10_000) }
    }

    override func elementEnded() {
        guard let endsOutline = isOutline.popLast() else { return }
        if endsOutline, let outline = open.popLast() {
            if open.isEmpty {
                document.outlines.append(outline)
            } else {
                open[open.count - 1].children.append(outline)
            }
        } else if let name = headName {
            storeHead(name)
            headName = nil
        }
    }

    private func storeHead(_ name: String) {
        let value = String(String(decoding: headText, as: UTF8.self).trimmingSpace())
        guard !value.isEmpty, document.head.count < 100 else { return }
        if name.lowercased() == "title" {
            document.title = value
        } else {
            document.head.append(OPMLDocument.Member(name: name, value: value))
        }
    }
}
