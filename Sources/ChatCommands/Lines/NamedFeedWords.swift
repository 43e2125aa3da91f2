internal import NewsModel
internal import NewsWording

/// Parses a follower's own name for a new feed: `sub https://example.org/feed as Gazette`.
extension Arguments {
    /// Removes `as NAME` from the end.
    mutating func takeOwnName() -> String? {
        guard let index = words.firstIndex(where: { $0.keyword == "as" }), index > 0, index + 1 < words.count else {
            return nil
        }
        let name = words[(index + 1)...].map(\.text).joined(separator: " ")
        remove(index...words.count - 1)
        return BoundedText.name(name)
    }

    /// The name of `gazette https://example.org/feed`, as other bots want it; nil if it is something else.
    var nameBeforeAddress: CommandWord? {
        guard words.count == 2, words[0].mayBeName, words[1].isURL || AddressRepair.looksLikeAddress(words[1].text)
        else { return nil }
        return words[0]
    }

    /// The address first, then `as NAME`, if the words are a name and an address.
    var withNameLast: Arguments {
        guard let name = nameBeforeAddress else { return self }
        return Arguments([words[1], CommandWord(raw: "as", text: "as", isQuoted: false), name])
    }
}

extension CommandWord {
    /// Whether it is neither an address nor a number.
    fileprivate var mayBeName: Bool {
        !isURL && !text.contains { "./@".contains($0) } && Reference.numbers([self]) == nil
    }
}
