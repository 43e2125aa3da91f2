internal import NewsModel
internal import NewsWording
internal import Storage

/// Divides the words of a line into names, addresses and numbers.
struct TargetWords: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many words of a name are looked up together.
    static let mostWords = 6
    /// How often `every` may be part of a name in a line.
    private static let mostEvery = 3

    /// How many names a line may have.
    private var most: Int { options.rates.feedsPerLine }

    /// One word for each name, address or number.
    ///
    /// Commas end a name. Between them the longest known name counts, and `and` and `&` join names; words that belong
    /// to no known name are one name together. Throws if commas divide more than a line may have.
    func divided(_ words: [CommandWord]) async throws -> [CommandWord] {
        var names = FoundNames()
        for part in try await parts(of: words) {
            var start = 0
            while start < part.count {
                if let count = try await longestName(in: part, from: start) {
                    names.close()
                    names.add(part[start..<start + count])
                    start += count
                    continue
                }
                let word = part[start]
                if word.isFixed || word.joinsNames { names.close() }
                if word.isFixed { names.add([word]) }
                if !word.isFixed, !word.joinsNames { names.unknown.append(word) }
                start += 1
            }
            names.close()
        }
        return names.found
    }

    /// Throws if a length of time should follow `every` and does not.
    ///
    /// A known name may have the word in it: `Something Every Day`.
    func checkInterval(_ words: [CommandWord]) async throws {
        var asked = 0
        for (index, word) in words.prefix(most).enumerated() where index > 0 && asked < Self.mostEvery {
            if let pair = word.keyAndValue, pair.key == "every" {
                throw CommandError.badDuration(String(pair.value.prefix(40)))
            }
            guard word.keyword == "every" else { continue }
            asked += 1
            if try await isInName(index, of: words) { continue }
            let span = Self.text(words.dropFirst(index + 1))
            throw CommandError.badDuration(String((span.isEmpty ? word.text : span).prefix(40)))
        }
    }

    /// Throws if nothing follows a word such as `as` or `in`, unless a known name ends with it.
    func checkEnd(_ words: [CommandWord]) async throws {
        guard words.count > 1, words.count <= most, let last = words.last, ["as", "in", "to"].contains(last.keyword),
            try await !isInName(words.count - 1, of: words)
        else { return }
        throw usageError("sub")
    }

    private func isInName(_ index: Int, of words: [CommandWord]) async throws -> Bool {
        for start in max(0, index - Self.mostWords + 1)...index {
            for end in index..<min(words.count, start + Self.mostWords) {
                if try await isKnown(Self.text(words[start...end]), isWhole: false) { return true }
            }
        }
        return false
    }

    // MARK: - Names

    /// How many words from here on are the longest known name; nil if there is none.
    private func longestName(in part: [CommandWord], from start: Int) async throws -> Int? {
        let rest = part[start...].prefix { !$0.isAlone }.prefix(Self.mostWords)
        for count in (1...max(1, rest.count)).reversed() where count <= rest.count {
            let words = rest.prefix(count)
            let isOnlyNumbers = words.allSatisfy { Reference.numbers([$0]) != nil }
            guard !isOnlyNumbers, words.last?.joinsNames == false else { continue }
            if try await isKnown(Self.text(words), isWhole: count == part.count) { return count }
        }
        return nil
    }

    /// Whether a feed or source is called so; the whole of a part may also be the beginning of a feed's name.
    private func isKnown(_ name: String, isWhole: Bool) async throws -> Bool {
        if services.sources.source(named: name) != nil || services.sources.absent(named: name) != nil { return true }
        return try await services.store.findFeed(name, in: .of(reader), exactly: !isWhole) != .nothing
    }

    fileprivate static func text(_ words: ArraySlice<CommandWord>) -> String {
        words.map(\.text).joined(separator: " ")
    }

    // MARK: - Commas

    /// The words between commas.
    private func parts(of words: [CommandWord]) async throws -> [[CommandWord]] {
        var parts: [[CommandWord]] = [[]]
        for word in words {
            guard !word.isURL, Reference.numbers([word]) == nil else {
                parts[parts.count - 1].append(word)
                continue
            }
            if word.isQuoted {
                let endsPart = word.raw.last.map(Self.isComma) ?? false
                var name = word
                if endsPart { name.text.removeLast() }
                if !name.text.isEmpty { parts[parts.count - 1].append(name) }
                if endsPart { parts.append([]) }
                continue
            }
            let pieces = try await pieces(of: word)
            guard parts.count + pieces.count <= most + 1 else { throw CommandError.tooManyAtOnce(limit: most) }
            for (index, piece) in pieces.enumerated() {
                if index > 0 { parts.append([]) }
                if !piece.text.isEmpty { parts[parts.count - 1].append(piece) }
            }
        }
        return parts
    }

    /// A word as its commas divide it; `heise,de` is an address with a typing error, unless both are names.
    private func pieces(of word: CommandWord) async throws -> [CommandWord] {
        let texts = word.text.split(
            maxSplits: most,
            omittingEmptySubsequences: false,
            whereSeparator: Self.isComma
        ).map(String.init)
        guard texts.count > 1 else { return [word] }
        guard texts.count <= most else { throw CommandError.tooManyAtOnce(limit: most) }
        if AddressRepair.looksLikeAddress(word.text) {
            for text in texts {
                guard try await isKnown(text, isWhole: false) else { return [word] }
            }
        }
        return texts.map { CommandWord(raw: $0, text: $0, isQuoted: false) }
    }

    private static func isComma(_ character: Character) -> Bool { ",，、;；".contains(character) }
}

/// What was found so far.
private struct FoundNames {
    var found: [CommandWord] = []
    /// Words since the last name that no known name has.
    var unknown: [CommandWord] = []

    /// Several words are one name.
    mutating func add(_ words: ArraySlice<CommandWord>) {
        guard words.count > 1 else { return found += words }
        let text = TargetWords.text(words)
        found.append(CommandWord(raw: text, text: text, isQuoted: true))
    }

    /// Makes one name of the unknown words.
    mutating func close() {
        guard !unknown.isEmpty else { return }
        add(unknown[...])
        unknown = []
    }
}

extension CommandWord {
    /// Whether it stands alone: an address, or what quotes hold together.
    fileprivate var isAlone: Bool {
        isQuoted || isURL || text.contains("/") || AddressRepair.looksLikeAddress(text)
    }

    /// Whether it is no part of an unknown name.
    fileprivate var isFixed: Bool { isAlone || Reference.numbers([self]) != nil }

    /// `Ledger Post & Orbit Review`.
    fileprivate var joinsNames: Bool { !isQuoted && ["&", "＆", "+", "and"].contains(keyword) }
}
