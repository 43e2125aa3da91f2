/// The short names of stories, such as `#k7f3bq`.
///
/// They are shown with everything that is pushed.
///
/// A name is a keyed permutation of the story's number, so that one name reveals nothing about another. It begins with
/// a letter, so that it is never mistaken for `#3`. Base-29 symbols follow, without vowels and look-alikes, so that no
/// name spells a word.
package struct StoryNaming: Hashable, Sendable {
    private static let letters = Array("bcdfghjkmnpqrstvwxz")
    private static let symbols = Array("0123456789bcdfghjkmnpqrstvwxz")
    /// Six symbols cover 389 million stories; fourteen symbols cover all numbers.
    private static let short = Permutation(size: 389_711_831, halfBits: 15, symbols: 6)
    private static let long = Permutation(size: 1 << 63, halfBits: 32, symbols: 14)
    private static let countedSymbols = 2...5

    private let keys: [UInt64]
    private let lastCounted: Int64

    /// - Parameters:
    ///   - secret: the installation's sixteen random bytes.
    ///   - lastCounted: up to this story, names were once an encoding of the plain number. These old names are still
    ///     accepted.
    package init(secret: some Sequence<UInt8>, lastCounted: Int64 = 0) {
        keys = SipHash.keys(secret)
        self.lastCounted = lastCounted
    }

    package func name(for id: StoryID) -> String {
        let number = UInt64(max(0, id.rawValue))
        let kind = number < Self.short.size ? Self.short : Self.long
        return "#" + Self.text(kind.applied(to: number, keys), symbols: kind.symbols)
    }

    /// The story with this name; nil if the text is not a name.
    ///
    /// The `#` is optional.
    package func story(named text: String) -> StoryID? {
        let name = Self.bare(text)
        guard let value = Self.value(name) else { return nil }
        if Self.countedSymbols.contains(name.count) {
            // With trailing zeros, one story would have several names.
            let isItsName = name.count == 2 || name.last != "0"
            return isItsName && value <= UInt64(max(0, lastCounted)) ? StoryID(rawValue: Int64(value)) : nil
        }
        guard let kind = [Self.short, Self.long].first(where: { $0.symbols == name.count }), value < kind.size else {
            return nil
        }
        let number = kind.undone(value, keys)
        let isItsName = kind.symbols == Self.short.symbols || number >= Self.short.size
        return isItsName ? StoryID(rawValue: Int64(number)) : nil
    }

    /// Whether a text has the form of a name, even if there is no such story.
    package static func isName(_ text: String) -> Bool {
        let name = bare(text)
        return (2...long.symbols).contains(name.count) && value(name) != nil
    }

    private static func bare(_ text: String) -> String {
        (text.hasPrefix("#") ? text.dropFirst() : text[...]).lowercased()
    }

    private static func text(_ value: UInt64, symbols count: Int) -> String {
        var rest = value / UInt64(letters.count)
        var text = String(letters[Int(value % UInt64(letters.count))])
        for _ in 1..<count {
            text.append(symbols[Int(rest % UInt64(symbols.count))])
            rest /= UInt64(symbols.count)
        }
        return text
    }

    private static func value(_ name: String) -> UInt64? {
        guard (2...long.symbols).contains(name.count), let first = name.first, let head = letters.firstIndex(of: first)
        else { return nil }
        var value: UInt64 = 0
        for symbol in name.dropFirst().reversed() {
            guard let digit = symbols.firstIndex(of: symbol) else { return nil }
            value = value * UInt64(symbols.count) + UInt64(digit)
        }
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: UInt64(letters.count))
        guard !isTooLarge, product <= UInt64.max - UInt64(head) else { return nil }
        return product + UInt64(head)
    }
}

/// A keyed permutation of the numbers below `size`: a Feistel network that is repeated until the result is below
/// `size`.
private struct Permutation {
    private static let rounds: Range<UInt64> = 0..<8

    let size: UInt64
    /// Twice this many bits can hold `size`, with few to spare.
    let halfBits: UInt64
    /// The length of the names, in symbols.
    let symbols: Int

    func applied(to value: UInt64, _ keys: [UInt64]) -> UInt64 {
        var value = value
        repeat {
            var (left, right) = halves(value)
            for round in Self.rounds { (left, right) = (right, left ^ mixed(right, round, keys)) }
            value = left << halfBits | right
        } while value >= size
        return value
    }

    func undone(_ value: UInt64, _ keys: [UInt64]) -> UInt64 {
        var value = value
        repeat {
            var (left, right) = halves(value)
            for round in Self.rounds.reversed() { (left, right) = (right ^ mixed(left, round, keys), left) }
            value = left << halfBits | right
        } while value >= size
        return value
    }

    private var mask: UInt64 { (1 << halfBits) - 1 }

    private func halves(_ value: UInt64) -> (left: UInt64, right: UInt64) { (value >> halfBits & mask, value & mask) }

    private func mixed(_ half: UInt64, _ round: UInt64, _ keys: [UInt64]) -> UInt64 {
        SipHash.hash([half, halfBits << 8 | round, 16 << 56], keys) & mask
    }
}
