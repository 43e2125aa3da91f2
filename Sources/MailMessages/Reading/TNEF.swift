/// Reads `winmail.dat` files of Outlook: attachments and text (MS-OXTNEF).
///
/// Compressed RTF is not read.
enum TNEF {
    struct Message: Sendable {
        var plainText: String?
        var html: String?
    }

    static func isTNEF(_ part: MailPart) -> Bool {
        part.type.subtype == "ms-tnef" || part.type.subtype == "vnd.ms-tnef"
            || part.fileName?.lowercasedASCII == "winmail.dat"
    }

    /// Empty if the bytes are not TNEF.
    ///
    /// Of damaged data, everything before the damage is returned.
    static func read(_ bytes: [UInt8]) -> (attachments: [MailAttachment], message: Message?) {
        var reader = LittleEndianReader(bytes: bytes[...])
        guard reader.number(4) == 0x223E_9F78, reader.number(2) != nil else { return ([], nil) }
        var (files, message) = ([File](), Message())
        // Level, id, length, data, checksum.
        while reader.number(1) != nil, let id = reader.number(4), let length = reader.number(4),
            let data = reader.bytes(length), files.count <= 200
        {
            _ = reader.number(2)
            switch id & 0xFFFF {
            case 0x9002: files.append(File())
            case 0x8010: files.changeLast { $0.shortName = text(data) }
            case 0x800F: files.changeLast { $0.content = data }
            case 0x9005: files.changeLast { $0.take(MAPIProperties.read(data)) }
            case 0x9003: message.take(MAPIProperties.read(data))
            case 0x800C: message.plainText = message.plainText ?? text(data)
            default: break
            }
        }
        let isEmpty = message.plainText == nil && message.html == nil
        return (files.compactMap(\.attachment), isEmpty ? nil : message)
    }

    fileprivate struct File {
        var shortName: String?
        var longName: String?
        var type: MIMEType?
        var content: ArraySlice<UInt8>?

        mutating func take(_ properties: [MAPIProperty]) {
            for property in properties {
                switch property.id {
                case 0x3707: longName = property.text
                case 0x370E: type = property.text.flatMap { MIMEType($0) }
                case 0x3701: content = content ?? property.data
                default: break
                }
            }
        }

        var attachment: MailAttachment? {
            guard let content else { return nil }
            let name = (longName ?? shortName).map { HeaderText($0).text }
            return MailAttachment(name: name, type: type ?? .octetStream, bytes: Array(content))
        }
    }

    fileprivate static func text(_ bytes: ArraySlice<UInt8>) -> String {
        Charset.decode(Array(bytes.prefix { $0 != 0 }), declared: "windows-1252")
    }
}

extension TNEF.Message {
    fileprivate mutating func take(_ properties: [MAPIProperty]) {
        for property in properties {
            if property.id == 0x1000, let text = property.text { plainText = text }
            if property.id == 0x1013 { html = property.text ?? TNEF.text(property.data) }
        }
    }
}

extension [TNEF.File] {
    /// Data before the start of the first attachment is ignored.
    fileprivate mutating func changeLast(_ change: (inout Element) -> Void) {
        guard !isEmpty else { return }
        change(&self[count - 1])
    }
}

/// One MAPI property; its first value if there are several.
private struct MAPIProperty {
    var id: Int
    var type: Int
    var data: ArraySlice<UInt8>

    var text: String? {
        switch type {
        case 0x1E: TNEF.text(data)
        case 0x1F: Charset.decode(Array(data), declared: "utf-16le").filter { $0 != "\0" }
        default: nil
        }
    }
}

private enum MAPIProperties {
    static func read(_ bytes: ArraySlice<UInt8>) -> [MAPIProperty] {
        var reader = LittleEndianReader(bytes: bytes)
        var properties: [MAPIProperty] = []
        guard let count = reader.number(4) else { return [] }
        while properties.count < min(count, 2_000), let type = reader.number(2), let id = reader.number(2) {
            if id >= 0x8000, !reader.skipName() { break }
            guard let data = value(type, &reader) else { break }
            properties.append(MAPIProperty(id: id, type: type & 0xEFFF, data: data))
        }
        return properties
    }

    private static func value(_ type: Int, _ reader: inout LittleEndianReader) -> ArraySlice<UInt8>? {
        let isVariable = [0x0D, 0x1E, 0x1F, 0x102].contains(type & 0xEFFF)
        let isMultiple = type & 0x1000 != 0
        var (first, count): (ArraySlice<UInt8>?, Int) = (nil, 1)
        if isVariable || isMultiple {
            guard let declared = reader.number(4), (0...10_000).contains(declared) else { return nil }
            count = declared
        }
        for _ in 0..<count {
            let length = isVariable ? reader.number(4) : size(of: type & 0xEFFF)
            guard let length, let data = reader.bytes(length) else { return nil }
            if isVariable { reader.skip((4 - length % 4) % 4) }
            // Objects of attachments begin with a 16-byte interface id.
            first = first ?? (type & 0xEFFF == 0x0D ? data.dropFirst(16) : data)
        }
        return first ?? []
    }

    private static func size(of type: Int) -> Int? {
        switch type {
        case 0x02, 0x03, 0x04, 0x0A, 0x0B: 4
        case 0x05, 0x06, 0x07, 0x14, 0x40: 8
        case 0x48: 16
        default: nil
        }
    }
}

private struct LittleEndianReader {
    var bytes: ArraySlice<UInt8>

    /// A number of up to four bytes.
    mutating func number(_ count: Int) -> Int? {
        self.bytes(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func skip(_ count: Int) { bytes = bytes.dropFirst(max(count, 0)) }

    /// Skips the name of a named property: a GUID, then a number or a string.
    mutating func skipName() -> Bool {
        guard bytes(16) != nil, let kind = number(4), let value = number(4) else { return false }
        guard kind != 0 else { return true }
        guard bytes(value) != nil else { return false }
        skip((4 - value % 4) % 4)
        return true
    }
}
