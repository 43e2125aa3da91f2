import Foundation
import NewsModel

/// The names and nouns of the headlines in sight, as wrong choices for each other.
struct QuizChoices {
    /// Choices are of the same days: no further apart than this, in seconds.
    static let sameDays = 7 * 86_400.0
    /// With fewer known names every question of a field would have the same choices.
    private static let enough = 6

    /// The field of an article; equal names have equal numbers, and 0 is none.
    private struct Field {
        var category: Int
        /// A sport, or a topic of investing.
        var subject: Int
    }

    /// Where a name was read.
    private struct Mentions {
        var stories: Set<StoryID> = []
        var feeds: Set<FeedID> = []
        var categories: [Int: Set<StoryID>] = [:]
        var subjects: [Int: Set<StoryID>] = [:]
        /// Whether some article has it that is not about a film, a series or a game, so that it is no made-up person.
        var isReal = false

        /// Several stories or sources have it, so it is no passing name.
        var isKnown: Bool { stories.count > 1 || feeds.count > 1 }

        mutating func add(_ headline: QuizHeadline, _ field: Field, isOfScreen: Bool) {
            stories.insert(headline.story)
            feeds.insert(headline.feedID)
            categories[field.category, default: []].insert(headline.story)
            if field.subject != 0 { subjects[field.subject, default: []].insert(headline.story) }
            if !isOfScreen { isReal = true }
        }

        /// 2 in the same sport or topic, 1 in the same category, 0 elsewhere.
        ///
        /// A name is of the field in which most stories have it: one story elsewhere brings it nowhere.
        func closeness(to field: Field) -> Int {
            Self.isMost(field.subject, of: subjects) ? 2 : Self.isMost(field.category, of: categories) ? 1 : 0
        }

        private static func isMost(_ field: Int, of stories: [Int: Set<StoryID>]) -> Bool {
            guard let own = stories[field]?.count else { return false }
            return !stories.values.contains { $0.count > own }
        }
    }

    private struct Choice {
        var text: String
        var times: [Date]
        var mentions: Mentions
    }

    private let byFit: [QuizGap.Fit: [Choice]]
    /// By the entry's place in the archive.
    private let fields: [Field]
    /// Whether an entry is about a film, a series or a game, by its place in the archive.
    private let isOfScreen: [Bool]

    /// - Parameters:
    ///   - gaps: those of each entry of the archive.
    ///   - isOfScreen: whether each may name people who are made up.
    init(_ archive: QuizArchive, _ gaps: [[QuizGap]], isOfScreen: [Bool]) {
        var numbers = NameNumbers()
        var fields: [Field] = []
        var mentions: [String: Mentions] = [:]
        for (entry, gaps) in zip(archive.entries, gaps) {
            let headline = entry.headline
            let field = Field(
                category: numbers.number(of: headline.category),
                subject: numbers.number(of: headline.facts.sport ?? headline.facts.topic)
            )
            fields.append(field)
            guard !headline.facts.isPromotion else { continue }
            let names = Set((headline.facts.things.map(\.name) + gaps.map(\.text)).map(QuizText.folded))
            for name in names {
                mentions[name, default: Mentions()].add(headline, field, isOfScreen: isOfScreen[entry.place])
            }
        }
        var byFit: [QuizGap.Fit: [Choice]] = [:]
        var indices: [QuizGap.Fit: [String: Int]] = [:]
        for (entry, gaps) in zip(archive.entries, gaps) where !entry.headline.facts.isPromotion {
            let time = entry.headline.publishedAt
            for gap in gaps {
                let name = QuizText.folded(gap.text)
                if let index = indices[gap.fit]?[name] {
                    byFit[gap.fit]?[index].times.append(time)
                    continue
                }
                indices[gap.fit, default: [:]][name] = byFit[gap.fit]?.count ?? 0
                let choice = Choice(text: gap.text, times: [time], mentions: mentions[name] ?? Mentions())
                byFit[gap.fit, default: []].append(choice)
            }
        }
        (self.byFit, self.fields, self.isOfScreen) = (byFit, fields, isOfScreen)
    }

    /// What fits into a gap and was read in the same days, the nearest field first, otherwise in an order of chance.
    ///
    /// Organisations are of the same field. People of other fields stand among politicians only where there are too few
    /// of these, and those who are named with films, series and games alone, never: they may be made up. Within a field
    /// those come first that several stories or sources name.
    func nearest(to gap: QuizGap, in entry: QuizArchive.Entry, using generator: inout SeededGenerator) -> [String] {
        let choices = byFit[gap.fit] ?? []
        let (time, field) = (entry.headline.publishedAt, fields[entry.place])
        let mustBeReal = gap.kind == .person && !isOfScreen[entry.place]
        let near = choices.indices
            .filter { index in choices[index].times.contains { abs($0.timeIntervalSince(time)) <= Self.sameDays } }
            .filter { choices[$0].mentions.isReal || !mustBeReal }
            .shuffled(using: &generator)
        let byCloseness = Dictionary(grouping: near) { choices[$0].mentions.closeness(to: field) }
        // A ministry among firms gives the firm away.
        return (gap.kind == .organisation ? [2, 1] : [2, 1, 0]).flatMap { closeness -> [String] in
            let same = byCloseness[closeness] ?? []
            let known = same.filter { choices[$0].mentions.isKnown }
            let isMixed = closeness > 0 && known.count < Self.enough
            let ordered = isMixed ? same : known + same.filter { !choices[$0].mentions.isKnown }
            return ordered.map { choices[$0].text }
        }
    }
}

/// Gives equal names equal numbers, from 1 on.
private struct NameNumbers {
    private var known: [String: Int] = [:]

    /// 0 for no name.
    mutating func number(of name: String?) -> Int {
        guard let name else { return 0 }
        if let number = known[name] { return number }
        let number = known.count + 1
        known[name] = number
        return number
    }
}
