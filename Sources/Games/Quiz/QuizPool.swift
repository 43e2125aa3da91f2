import Foundation
import NewsModel

/// The headlines in sight, with all their gaps: what is asked about, and where wrong choices come from.
struct QuizPool {
    let archive: QuizArchive
    let places: QuizPlaces
    /// The gaps of each headline, by its place in the archive.
    let gaps: [[QuizGap]]
    /// Whether a headline may be asked about at all.
    let isFit: [Bool]
    /// Whether a headline may stand among choices.
    let canStandAmongChoices: [Bool]
    /// The sources of each language and category.
    let sources: [String: [String]]
    private let seriesTitles: [String: Set<String>]
    let choices: QuizChoices
    private let vocabulary: QuizVocabulary

    /// Shorter and longer headlines, in characters, are not asked about.
    private static let lengths = 20...170
    private static let fewestLetters = 8
    private static let fewestContentWords = 3
    /// Categories of the catalogue whose news names people of films, series and games.
    private static let madeUp: Set<String> = ["entertainment", "gaming"]
    /// A headline among choices is no longer, in characters.
    private static let longestChoice = 100

    init(_ headlines: [QuizHeadline], _ vocabulary: QuizVocabulary) {
        let archive = QuizArchive(headlines)
        let places = QuizPlaces(headlines)
        let finder = QuizGaps(archive: archive, places: places, firms: vocabulary.firms)
        (self.archive, self.places, self.vocabulary) = (archive, places, vocabulary)
        let isFit = archive.entries.map { Self.isFit($0, vocabulary[$0.language]) }
        let found = archive.entries.map { entry in
            vocabulary[entry.language].map { finder.gaps(of: entry, $0) } ?? []
        }
        self.isFit = isFit
        canStandAmongChoices = archive.entries.map { entry in
            isFit[entry.place] && entry.headline.title.count <= Self.longestChoice && !Self.isList(entry)
                // A day in the headline would date it.
                && !QuizGaps.isDated(entry, vocabulary[entry.language])
                && vocabulary[entry.language]?.tellsNoEvent(entry.text) == false
        }
        sources = archive.entries.reduce(into: [:]) { sources, entry in
            let key = Self.sourceKey(entry)
            guard sources[key]?.contains(entry.headline.feedName) != true else { return }
            sources[key, default: []].append(entry.headline.feedName)
        }
        var kinds: [String: Set<String>] = [:]
        for thing in headlines.flatMap(\.facts.things) where thing.isShown {
            kinds[QuizText.folded(thing.name), default: []].insert(thing.kind)
        }
        for name in headlines.flatMap(\.places).compactMap(\.names.first) {
            kinds[QuizText.folded(name), default: []].insert("place")
        }
        for name in headlines.flatMap(\.alsoPlaces) { kinds[QuizText.folded(name), default: []].insert("place") }
        // What one article takes for a person and another for a firm is neither asked for nor offered.
        gaps = zip(archive.entries, found).map { entry, gaps in
            gaps.filter { (kinds[QuizText.folded($0.text)]?.count ?? 0) < 2 && Self.isKnowable($0, entry) }
        }
        seriesTitles = Self.seriesTitles(archive.entries)
        choices = QuizChoices(archive, gaps, isOfScreen: archive.entries.map { Self.isOfScreen($0, vocabulary) })
    }

    /// Whether an article may name people who are made up, by its category in the catalogue or by its words.
    private static func isOfScreen(_ entry: QuizArchive.Entry, _ vocabulary: QuizVocabulary) -> Bool {
        if let category = entry.headline.category, madeUp.contains(category.lowercased()) { return true }
        let text = entry.headline.title + " " + entry.headline.summary
        return vocabulary[entry.language]?.isOfScreen(text) ?? false
    }

    /// Whether who knows the news can know what is missing.
    ///
    /// Of a noun the summary must speak, too: "saves of the ____" could be any noun.
    private static func isKnowable(_ gap: QuizGap, _ entry: QuizArchive.Entry) -> Bool {
        gap.kind != .word || QuizArchive.has(gap.text, in: QuizArchive.plain(entry.headline.summary))
    }

    /// How a source begins or ends several of its headlines, by source: "Morning Talk: …", "… | Long Reads".
    private static func seriesTitles(_ entries: [QuizArchive.Entry]) -> [String: Set<String>] {
        var counts: [String: [String: Int]] = [:]
        for entry in entries {
            let source = entry.headline.feedName
            for part in parts(of: entry.headline.title) { counts[source, default: [:]][part, default: 0] += 1 }
        }
        return counts.mapValues { Set($0.filter { $0.value > 1 }.keys) }
    }

    /// What stands before and after the signs that set the name of a series apart.
    private static func parts(of title: String) -> Set<String> {
        var parts: Set<String> = []
        for sign in [": ", " | ", " – ", " — ", " - ", "："] {
            let pieces = title.components(separatedBy: sign)
            guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { continue }
            parts.formUnion([QuizText.folded(first), QuizText.folded(last)])
        }
        return parts
    }

    /// Whether a headline shows by its form which source it is of: an episode, or one of a series.
    func isOfSeries(_ entry: QuizArchive.Entry) -> Bool {
        let title = entry.headline.title
        let episode = /#\d|\bS\d+\s?E\d+|(?i:\b(?:ep|episode|episodio|épisode|folge|odcinek|podcast)\b)/
        if title.contains(episode) { return true }
        if QuizArchive.plain((entry.headline.category ?? "") + " " + entry.headline.summary).contains(" podcast") {
            return true
        }
        let series = seriesTitles[entry.headline.feedName] ?? []
        return !Self.parts(of: title).isDisjoint(with: series)
    }

    private static func isFit(_ entry: QuizArchive.Entry, _ words: QuizWords?) -> Bool {
        let headline = entry.headline
        guard let words, !headline.facts.isPromotion else { return false }
        let isUnspaced = headline.title.contains(where: QuizText.isIdeographic)
        let length = headline.title.count
        guard isUnspaced ? length >= fewestLetters : lengths.contains(length) && entry.text.pieces.count >= 5 else {
            return false
        }
        guard entry.content.count >= fewestContentWords, !isGarbled(headline.title) else { return false }
        // Questions, lists of links and shouting are no news of one thing.
        guard !headline.title.contains(where: { "?？|…".contains($0) }), !"(（[".contains(headline.title.first ?? " "),
            !headline.title.contains("..."),
            headline.title != headline.title.uppercased() || isUnspaced
        else { return false }
        return !words.isGrave(headline.title + " " + headline.summary)
    }

    /// Whether a text was read in a wrong encoding, or has mark-up left.
    private static func isGarbled(_ text: String) -> Bool {
        text.contains("\u{FFFD}") || text.contains("Ã") || text.contains("â€") || text.contains("&#")
            || text.contains("&amp;")
    }

    /// "13 things everybody should know" is no event.
    static func isList(_ entry: QuizArchive.Entry) -> Bool {
        guard let first = entry.text.pieces.first, first.isNumber else { return false }
        return first.text.count < 3
    }

    static func sourceKey(_ entry: QuizArchive.Entry) -> String {
        entry.language + " " + (entry.headline.category ?? "")
    }

    /// Wrong choices for a gap, of the nearest field first; fewer than three make no question.
    func distractors(
        for gap: QuizGap,
        in entry: QuizArchive.Entry,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork
    ) -> [String] {
        switch gap.kind {
        case .number:
            let numbers = NumberDistractors(
                text: gap.text,
                unit: gap.fit.sort,
                language: entry.language,
                after: String(entry.headline.title[gap.range.upperBound...])
            )
            return numbers.near(using: &generator).filter { !isSaid($0, entry) && !isInEvent($0, entry) }
        case .date:
            let lists = vocabulary[entry.language]?.dates ?? []
            let list = Int(gap.fit.sort).flatMap { lists.indices.contains($0) ? lists[$0] : nil } ?? []
            let others = list.filter { $0 != gap.text && !isSaid($0, entry) && !isInEvent($0, entry) }
            return Array(others.shuffled(using: &generator).prefix(3))
        case .person, .organisation, .place, .thing, .word:
            guard work.isLeft(), !isHalfShown(gap, entry) else { return [] }
            var chosen: [String] = []
            for choice in choices.nearest(to: gap, in: entry, using: &generator) where chosen.count < 3 {
                guard work.isLeft() else { return [] }
                guard fits(choice, gap, entry), !chosen.contains(where: { isAlike($0, choice) }),
                    gap.kind != .place || places.areNear(choice, gap.text) && !places.contains(choice, gap.text),
                    !archive.mayConfirm(choice, instead: gap.text, of: entry)
                else { continue }
                chosen.append(choice)
            }
            return chosen
        case .source, .first, .invented, .map: return []
        }
    }

    /// Whether the rest of the headline has a part of what is left out: "____ Inc opens the Google store".
    private func isHalfShown(_ gap: QuizGap, _ entry: QuizArchive.Entry) -> Bool {
        let plain = QuizArchive.plain(rest(gap, entry))
        return QuizText.folded(gap.text).split { !QuizText.isPart($0) }.contains {
            $0.count > 2 && plain.contains(" " + $0)
        }
    }

    private func rest(_ gap: QuizGap, _ entry: QuizArchive.Entry) -> String {
        let title = entry.headline.title
        return title[..<gap.range.lowerBound] + " " + title[gap.range.upperBound...]
    }

    /// Whether a text can stand in a gap without giving anything away.
    private func fits(_ choice: String, _ gap: QuizGap, _ entry: QuizArchive.Entry) -> Bool {
        let plain = QuizArchive.plain(rest(gap, entry))
        guard !isAlike(choice, gap.text), !QuizArchive.has(choice, in: plain) else { return false }
        // A part of the choice in the sentence would point to it, or rule it out.
        let parts = QuizText.folded(choice).split { !QuizText.isPart($0) }
        guard !parts.contains(where: { $0.count > 2 && plain.contains(" \($0) ") }) else { return false }
        if gap.kind == .word {
            guard !parts.contains(where: { plain.contains(" " + $0.prefix(5)) }),
                vocabulary[entry.language]?.isGrave(choice) == false
            else { return false }
        }
        guard hasVowel(choice) == hasVowel(gap.text) || !isVowelShown(gap, entry) else { return false }
        let after = entry.headline.title[gap.range.upperBound...]
        // "James' plan" and "Anna's plan".
        guard let sign = after.first, "'’".contains(sign) else { return true }
        return choice.hasSuffix("s") == gap.text.hasSuffix("s")
    }

    /// Whether the word before the gap shows if a vowel follows: "an ____", "d’____", "la ____" and "de ____".
    private func isVowelShown(_ gap: QuizGap, _ entry: QuizArchive.Entry) -> Bool {
        if ["fr", "it"].contains(entry.language) { return true }
        return gap.fit.article == "a" || gap.fit.article == "an"
    }

    private func hasVowel(_ text: String) -> Bool {
        QuizText.folded(text).first.map { "aeiouyh".contains($0) } ?? false
    }

    /// Whether one text begins like the other or is a part of it: "Europe" and "European", "Merkel" and "Angela
    /// Merkel".
    private func isAlike(_ first: String, _ second: String) -> Bool {
        let (first, second) = (QuizText.folded(first), QuizText.folded(second))
        if first == second || first.hasPrefix(second) || second.hasPrefix(first) { return true }
        let parts = Set(first.split { !QuizText.isPart($0) }.filter { $0.count > 2 })
        if !parts.isDisjoint(with: second.split { !QuizText.isPart($0) }) { return true }
        return first.count > 5 && second.count > 5 && first.prefix(5) == second.prefix(5)
    }

    private func isSaid(_ choice: String, _ entry: QuizArchive.Entry) -> Bool {
        QuizArchive.has(choice, in: entry.plain) || entry.headline.title.contains(choice)
    }

    private func isInEvent(_ choice: String, _ entry: QuizArchive.Entry) -> Bool {
        archive.event(of: entry).contains { isSaid(choice, $0) }
    }
}
