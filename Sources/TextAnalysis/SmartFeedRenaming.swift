/// Writes the name of a renamed smart feed into the text of a query.
package struct SmartFeedRenaming {
    private let old: String
    private let new: String
    private let fields: QueryFieldWords

    package init(from old: String, to new: String, fields: QueryFieldWords) {
        self.old = QueryPhrase.folded(old)
        self.new = "\"\(new)\""
        self.fields = fields
    }

    /// Nil when the text does not name the smart feed; everything else in it stays as it was typed.
    package func renamed(in text: String) -> String? {
        var input = QueryScanner(text, fields: fields)
        var result = String.UnicodeScalarView()
        var copied = 0
        while true {
            input.skipSpace()
            guard !input.isAtEnd else { break }
            if input.take(closing: false) || input.take(closing: true) || input.takeOr() || input.takeMinus() {
                continue
            }
            let field = input.takeField()
            input.skipSpace()
            if field != .smart, input.takeRegex() != nil { continue }
            let start = input.position
            let value = input.takeQuoted() ?? input.takeWord()
            guard field == .smart, QueryPhrase.folded(value) == old else { continue }
            result.append(contentsOf: input.scalars[copied..<start])
            result.append(contentsOf: new.unicodeScalars)
            copied = input.position
        }
        guard copied > 0 else { return nil }
        result.append(contentsOf: input.scalars[copied...])
        return String(result)
    }
}
