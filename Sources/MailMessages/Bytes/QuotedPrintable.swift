/// Quoted-printable (RFC 2045, section 6.7).
enum QuotedPrintable {
    private static let lineLength = 76

    /// Encodes text in lines with CRLF.
    ///
    /// Spaces at the ends of lines are preserved.
    static func encode(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 8)
        for line in LineScanner.lines(of: text[...]) { appendLine(line, to: &output) }
        return output
    }

    private static func appendLine(_ line: LineScanner.Line, to output: inout [UInt8]) {
        var column = 0
        for index in line.content.indices {
            let byte = line.content[index]
            let isLast = index == line.content.endIndex - 1
            let isFrom = column == 0 && line.content[index...].starts(with: "From ".utf8)
            // A line with a single dot would end the mail if a transport does not double it.
            let isDot = column == 0 && byte == .dot
            let isPlain = byte == .space || byte == .tab || (byte.isVisible && byte != .equals)
            let isWritten = isPlain && !isFrom && !isDot && !(isLast && byte.isBlank)
            let length = isWritten ? 1 : 3
            if column + length > lineLength - (isLast ? 0 : 1) {
                output += [.equals, .carriageReturn, .lineFeed]
                column = 0
            }
            output += isWritten ? [byte] : [.equals] + byte.hexDigits
            column += length
        }
        if line.isEnded { output += [.carriageReturn, .lineFeed] }
    }

    /// Decodes as much as possible.
    ///
    /// An `=` without two digits is kept, and spaces at line ends are removed.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for line in LineScanner.lines(of: bytes) {
            var content = line.content
            while content.last?.isBlank == true { content.removeLast() }
            let isSoft = content.last == .equals
            if isSoft { content.removeLast() }
            decode(content, usesUnderscores: false, to: &output)
            if line.isEnded, !isSoft { output += line.ending }
        }
        return output
    }

    /// Decodes `=C3` and plain letters.
    ///
    /// In the Q encoding of encoded words, `_` is a space.
    static func decode(_ content: ArraySlice<UInt8>, usesUnderscores: Bool, to output: inout [UInt8]) {
        var index = content.startIndex
        while index < content.endIndex {
            let byte = content[index]
            index += 1
            if byte == .equals, index + 1 < content.endIndex, let high = content[index].hexValue,
                let low = content[index + 1].hexValue
            {
                output.append(high << 4 | low)
                index += 2
            } else {
                output.append(usesUnderscores && byte == .underscore ? .space : byte)
            }
        }
    }
}
