/// A command as it is offered to people: `"alert \(number) off"`.
///
/// Its fixed words are shown in the reader's language; what is inserted is shown as it is.
package struct HintLine: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case fixed(String)
        case value(String)

        package var text: String {
            switch self {
            case .fixed(let text), .value(let text): text
            }
        }
    }

    /// None is empty.
    package private(set) var pieces: [Piece]

    /// A line of fixed words alone, or one that was built elsewhere.
    package init(_ fixed: String) { pieces = fixed.isEmpty ? [] : [.fixed(fixed)] }

    /// A line as `stored` gives it, or as somebody typed it: then only its command is known to be a fixed word.
    package init(stored line: String) {
        guard !line.contains(Self.separator) else {
            pieces = line.split(separator: Self.separator, omittingEmptySubsequences: false).enumerated()
                .filter { !$0.element.isEmpty }
                .map { $0.offset.isMultiple(of: 2) ? .fixed(String($0.element)) : .value(String($0.element)) }
            return
        }
        let verb = line.prefix { !$0.isWhitespace }
        self = HintLine(String(verb)) + String(line.dropFirst(verb.count))
    }

    /// The line as it is typed in English.
    package var text: String { pieces.map(\.text).joined() }

    /// The line as text that tells its fixed words from what is inserted.
    ///
    /// Both alternate between separators, a fixed part first.
    package var stored: String {
        var text = ""
        var isFixed = true
        for piece in pieces {
            let (own, fits) =
                switch piece {
                case .fixed(let words): (words, isFixed)
                case .value(let value): (value, !isFixed)
                }
            if !fits {
                text.append(Self.separator)
                isFixed.toggle()
            }
            text += own.filter { $0 != Self.separator }
        }
        return text.contains(Self.separator) ? text : text + String(Self.separator)
    }

    private static let separator: Character = "\u{1F}"

    /// The command's word, in lower case.
    package var verb: String { text.prefix { !$0.isWhitespace }.lowercased() }

    package static func + (line: HintLine, value: String) -> HintLine {
        var line = line
        if !value.isEmpty { line.pieces.append(.value(value)) }
        return line
    }

    package static func + (line: HintLine, rest: HintLine) -> HintLine {
        var line = line
        line.pieces += rest.pieces
        return line
    }
}

extension HintLine: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.fixed(literal)) }
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            if !value.description.isEmpty { pieces.append(.value(value.description)) }
        }

        /// A part of a line.
        package mutating func appendInterpolation(_ line: HintLine) { pieces += line.pieces }

        /// Words that are fixed, such as a command's name.
        package mutating func appendInterpolation(fixed words: String) { appendLiteral(words) }
    }

    package init(stringLiteral value: String) { self.init(value) }

    package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}
