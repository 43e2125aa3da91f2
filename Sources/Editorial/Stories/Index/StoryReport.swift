package import TextAnalysis

/// An article as the story index compares it: the words of its title, as numbers.
package struct StoryReport: Sendable {
    /// A word of the title: even keys are words, odd ones numbers.
    struct Trait: Sendable, Hashable {
        let key: UInt32
        /// What the word counts beside others of the same rarity.
        let factor: Float
    }

    /// Two words that stand beside each other, by their places in `traits`.
    struct Pair: Sendable, Hashable {
        let key: UInt32
        let left: Int
        let right: Int
    }

    /// The language of a title, and whether names in it count as the English ones.
    struct TitleLanguage: Sendable, Hashable {
        let language: String?
        let hasReadNames: Bool

        /// Whether only names and numbers can be compared.
        func isForeign(to other: TitleLanguage) -> Bool {
            (hasReadNames || other.hasReadNames) && language != other.language
        }
    }

    /// At most so many words of a title count.
    static let mostWords = 24

    /// The feed, or whatever else publishes as one.
    package let source: UInt64
    /// Whether everybody may see the source.
    package let isOpen: Bool
    /// Who follows the source if not everybody may see it, by the numbers of recipients.
    let audience: Set<Int64>
    /// Seconds since 1970.
    package let time: Double
    /// How the title's words can be compared.
    let titleLanguage: TitleLanguage
    /// Each word once.
    let traits: [Trait]
    let pairs: [Pair]
    /// The keys of the names among `traits`.
    let names: Set<UInt32>
    /// These, and the words that may be names: the first one, and all with a capital where every word has one.
    let possibleNames: Set<UInt32>
    /// The numbers of the title by the words beside them: what they count or measure.
    let measures: [UInt32: Set<UInt32>]
    /// How each of `traits` stands in the title.
    let spellings: [String]
    /// What the title has in common with others that differ in names and numbers.
    let frame: StoryFrame?

    /// - Parameters:
    ///   - text: the article; only its title is read.
    ///   - series: places of words of the title that make it one of a series; such a title is about nothing that others
    ///     report, and counts as one without words.
    ///   - names: what counts in place of words of the title, by their places: names in English.
    ///   - named: places of words of the title that are known to be names, however they are written.
    package init(
        source: UInt64,
        isOpen: Bool = true,
        audience: Set<Int64> = [],
        time: Double,
        text: ArticleText,
        ofSeries series: Set<Int> = [],
        reading names: [Int: [Word]] = [:],
        named: Set<Int> = []
    ) {
        self.source = source
        (self.isOpen, self.audience) = (isOpen, audience)
        self.time = time
        titleLanguage = TitleLanguage(
            language: text.language.language.map(LanguageGuess.base),
            hasReadNames: !names.isEmpty
        )
        let title = text.title
        let stopWords = StopWords.wholeKeys(for: text.language.language ?? "en")
        let showsNames = !title.isTitleCase && !title.isShouting
        var (nameKeys, possibleKeys): (Set<UInt32>, Set<UInt32>) = ([], [])
        var traits: [Trait] = []
        var pairs: [Pair] = []
        var spellings: [String] = []
        var places: [UInt32: Int] = [:]
        var previous: Int?
        var framed: [(key: UInt64, isSlot: Bool, isContent: Bool)] = []
        for (index, word) in title.words.enumerated() where series.isEmpty && traits.count < Self.mostWords {
            let isLetter = word.kind == .word && word.utf8Range.count == 1
            let isNamed = names[index] != nil
            let isContent = isNamed || !isLetter && !stopWords.contains(word.key)
            let isCapital = showsNames && word.kind == .word && title.marks[index].contains(.capital)
            let isSlot = isNamed || isContent && (isCapital || word.kind == .number)
            framed.append((word.stemKey, isSlot, isContent))
            guard isContent else { continue }
            // The first word has one capital whatever it is.
            let marks = title.marks[index]
            let saysLittle = marks.contains(.sentenceStart) && marks.isDisjoint(with: [.allCapitals, .innerCapital])
            let isName = isNamed || named.contains(index) || isCapital && !saysLittle
            for read in names[index] ?? [word] {
                let key = Self.key(read.stemKey, isNumber: read.kind == .number)
                let place = places[key] ?? traits.count
                if isName { nameKeys.insert(key) }
                if isName || marks.contains(.capital) { possibleKeys.insert(key) }
                if place == traits.count {
                    let isWeighty = isNamed || isCapital
                    traits.append(Trait(key: key, factor: isWeighty ? StoryIndexOptions.nameFactor : 1))
                    spellings.append(title.spelling(of: index..<index + 1))
                    places[key] = place
                }
                if let previous, previous != place {
                    pairs.append(Pair(key: traits[previous].key &* 0x9E37_79B9 ^ key, left: previous, right: place))
                }
                previous = place
            }
        }
        var measures: [UInt32: Set<UInt32>] = [:]
        for pair in pairs {
            let (left, right) = (traits[pair.left].key, traits[pair.right].key)
            guard StoryVector.isNumber(left) != StoryVector.isNumber(right) else { continue }
            let (number, unit) = StoryVector.isNumber(left) ? (left, right) : (right, left)
            measures[unit, default: []].insert(number)
        }
        self.measures = measures
        self.traits = traits
        self.pairs = pairs
        self.spellings = spellings
        (self.names, self.possibleNames) = (nameKeys, possibleKeys)
        frame = StoryFrame(framed)
    }

    /// Whether both give numbers of the same thing, and none of them is the same.
    func hasOtherNumbers(than article: StoryIndex.IndexedArticle) -> Bool {
        var isAny = false
        for (unit, numbers) in measures {
            guard let others = article.measures[unit] else { continue }
            if !numbers.isDisjoint(with: others) { return false }
            isAny = true
        }
        return isAny
    }

    /// Whether an article's words may be compared with this report's.
    ///
    /// Private feeds that nobody follows both may not: how similar they are would tell what others read.
    func mayBeCompared(with article: StoryIndex.IndexedArticle) -> Bool {
        isOpen || article.isOpen || article.source == source || !audience.isDisjoint(with: article.audience)
    }

    /// 31 bits of the word's key, so that a hundred thousand words hardly ever share one.
    private static func key(_ word: UInt64, isNumber: Bool) -> UInt32 {
        UInt32(truncatingIfNeeded: word ^ (word >> 32)) & ~1 | (isNumber ? 1 : 0)
    }
}
