/// Words with commas between them, among which nothing of the query language stands: no field, operator, parenthesis or
/// expression.
package struct KeywordList: Hashable, Sendable {
    /// Without quotes; none is empty.
    ///
    /// Commas inside quotes and inside numbers (`1,000`) divide nothing.
    package let keywords: [String]

    /// Nil when the text is a query.
    package init?(_ text: String, fields: QueryFieldWords) {
        var input = QueryScanner(text, fields: fields)
        var parts = [""]
        while true {
            let start = input.position
            input.skipSpace()
            let gap = input.scalars[start..<input.position]
            // "AND" joins words as a space does, and is an operator all the same.
            guard !gap.contains("A") else { return nil }
            if Self.isInNumber(gap, of: input.scalars) {
                parts[parts.count - 1] += ","
            } else if gap.contains(where: { Self.commas.contains(Character($0)) }) {
                parts.append("")
            } else if !gap.isEmpty {
                parts[parts.count - 1] += " "
            }
            guard !input.isAtEnd else { break }
            if input.take(closing: false) || input.take(closing: true) || input.takeOr() || input.takeMinus() {
                return nil
            }
            guard input.takeField() == nil, input.takeRegex() == nil else { return nil }
            parts[parts.count - 1] += input.takeQuoted() ?? input.takeWord()
        }
        keywords = parts.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// What divides a list.
    package static let commas: Set<Character> = [",", "，", "、", ";", "；"]

    /// Whether a comma stands between a digit and a group of three.
    private static func isInNumber(_ gap: ArraySlice<Unicode.Scalar>, of scalars: [Unicode.Scalar]) -> Bool {
        guard gap.count == 1, gap.first == ",", gap.startIndex > 0 else { return false }
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        let group = scalars[gap.endIndex...].prefix { digits.contains($0) }
        return digits.contains(scalars[gap.startIndex - 1]) && group.count == 3
    }
}
