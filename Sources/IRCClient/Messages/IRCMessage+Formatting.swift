extension IRCMessage {
    /// The line as bytes with its CR LF.
    ///
    /// It is one valid line whatever the fields contain.
    ///
    /// CR, LF and NUL become spaces in the last parameter and are removed elsewhere. A middle parameter
    /// loses its spaces and leading colons, and becomes `*` if nothing is left. The part after the tags
    /// is cut to `maximumBytes` (with CR LF) between two characters.
    package func wireBytes(maximumBytes: Int = 512) -> [UInt8] {
        var head: [UInt8] = []
        if !tags.isEmpty {
            head.append(.at)
            let pairs = tags.sorted { $0.key < $1.key }
            for (index, (name, value)) in pairs.enumerated() {
                if index > 0 { head.append(.semicolon) }
                head += Self.word(name)
                if !value.isEmpty {
                    head.append(.equals)
                    head += Self.escaped(value)
                }
            }
            head.append(.space)
        }
        var body: [UInt8] = []
        if let source { body += [.colon] + Self.word(source) + [.space] }
        body += Self.word(command)
        for (index, parameter) in parameters.enumerated() {
            body.append(.space)
            let isLast = index == parameters.count - 1
            if isLast, Self.needsColon(parameter) {
                body.append(.colon)
                body += parameter.utf8.map { Self.isForbidden($0) ? .space : $0 }
            } else {
                body += Self.word(parameter)
            }
        }
        Self.cut(&body, to: max(2, maximumBytes) - 2)
        return head + body + [.carriageReturn, .lineFeed]
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte == .carriageReturn || byte == .lineFeed || byte == 0
    }

    private static func needsColon(_ parameter: String) -> Bool {
        parameter.isEmpty || parameter.utf8.first == .colon
            || parameter.utf8.contains { $0 == .space || isForbidden($0) }
    }

    private static func word(_ text: String) -> [UInt8] {
        let bytes = text.utf8.filter { $0 != .space && !isForbidden($0) }
        let word = Array(bytes.drop { $0 == .colon })
        return word.isEmpty ? [UInt8(ascii: "*")] : word
    }

    private static func escaped(_ value: String) -> [UInt8] {
        value.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case .semicolon: [.backslash, .colon]
            case .space: [.backslash, UInt8(ascii: "s")]
            case .backslash: [.backslash, .backslash]
            case .carriageReturn: [.backslash, UInt8(ascii: "r")]
            case .lineFeed: [.backslash, UInt8(ascii: "n")]
            case 0: []
            default: [byte]
            }
        }
    }

    /// Cuts between two UTF-8 characters.
    private static func cut(_ bytes: inout [UInt8], to limit: Int) {
        guard bytes.count > limit else { return }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        bytes.removeSubrange(end...)
    }
}
