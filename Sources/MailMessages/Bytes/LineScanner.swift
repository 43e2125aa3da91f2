/// Splits bytes into lines that end in CRLF, LF or CR.
enum LineScanner {
    struct Line {
        var content: ArraySlice<UInt8>
        var ending: ArraySlice<UInt8>
        /// Where the next line begins.
        var end: Int { ending.endIndex }
        /// False for a last line without a line end.
        var isEnded: Bool { !ending.isEmpty }
    }

    /// The line that begins at `start`, which must lie within `bytes`.
    static func line(of bytes: ArraySlice<UInt8>, at start: Int) -> Line {
        let rest = bytes[start...]
        guard let stop = rest.firstIndex(where: \.isLineBreak) else {
            return Line(content: rest, ending: rest[rest.endIndex...])
        }
        let isPair = rest[stop] == .carriageReturn && stop + 1 < rest.endIndex && rest[stop + 1] == .lineFeed
        return Line(content: rest[..<stop], ending: rest[stop...(isPair ? stop + 1 : stop)])
    }

    static func lines(of bytes: ArraySlice<UInt8>) -> Lines { Lines(bytes: bytes, position: bytes.startIndex) }

    struct Lines: Sequence, IteratorProtocol {
        let bytes: ArraySlice<UInt8>
        var position: Int

        mutating func next() -> Line? {
            guard position < bytes.endIndex else { return nil }
            let line = LineScanner.line(of: bytes, at: position)
            position = line.end
            return line
        }
    }
}
