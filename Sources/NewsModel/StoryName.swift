/// The short name of a story, as in `#k7f`: printed on everything pushed, usable by anyone anywhere.
///
/// A bijection of the story's number: a letter first (so that it is never mistaken for `#3`), then
/// base-29 symbols without vowels or look-alikes, so that no name spells a word.
package enum StoryName {
    private static let letters = Array("bcdfghjkmnpqrstvwxz")
    private static let symbols = Array("0123456789bcdfghjkmnpqrstvwxz")

    /// `#` and two or more symbols.
    package static func name(for id: StoryID) -> String {
        var rest = UInt64(max(0, id.rawValue))
        let first = letters[Int(rest % UInt64(letters.count))]
        rest /= UInt64(letters.count)
        var tail: [Character] = []
        repeat {
            tail.append(symbols[Int(rest % UInt64(symbols.count))])
            rest /= UInt64(symbols.count)
        } while rest > 0
        return "#" + String(first) + String(tail)
    }

    /// The story a name means; nil when the text is not such a name.
    ///
    /// The `#` may be left out.
    package static func story(named text: String) -> StoryID? {
        let name = (text.hasPrefix("#") ? text.dropFirst() : text[...]).lowercased()
        guard name.count >= 2, name.count <= 14, let first = name.first, let head = letters.firstIndex(of: first)
        else { return nil }
        var value: UInt64 = 0
        for symbol in name.dropFirst().reversed() {
            guard let digit = symbols.firstIndex(of: symbol) else { return nil }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: UInt64(symbols.count))
            guard !tooLarge, product < UInt64(Int64.max) / 32 else { return nil }
            value = product + UInt64(digit)
        }
        let id = StoryID(rawValue: Int64(value * UInt64(letters.count)) + Int64(head))
        // Trailing zeros would give one story several names.
        return self.name(for: id) == "#" + name ? id : nil
    }
}
