import Foundation
import NewsModel

/// Questions about whole headlines: who reported it, what was first, what is invented, where a place is.
extension QuizPool {
    /// Hours between reports, so that one was certainly first.
    private static let apart = 12 * 3_600.0
    /// A headline among choices is no longer, in characters.
    private static let longestChoice = 100

    func whole(
        _ kind: QuizQuestion.Kind,
        _ index: Int,
        using generator: inout SeededGenerator
    ) -> QuizQuestion? {
        switch kind {
        case .source: source(index, using: &generator)
        case .first: first(index, using: &generator)
        case .invented: invented(index, using: &generator)
        case .map: map(index, using: &generator)
        default: nil
        }
    }

    private func source(_ index: Int, using generator: inout SeededGenerator) -> QuizQuestion? {
        let entry = archive.entries[index]
        let own = entry.headline.feedName
        // The category says which sources could have had it.
        guard let category = entry.headline.category, !isList(entry), !archive.isReportedElsewhere(entry),
            !names(own, entry)
        else { return nil }
        var names: [String] = []
        for other in archive.entries {
            let name = other.headline.feedName
            guard name != own, other.language == entry.language, other.headline.category == category,
                !names.contains(name), !self.names(name, entry)
            else { continue }
            names.append(name)
        }
        guard names.count >= 3 else { return nil }
        let wrong = Array(names.shuffled(using: &generator).prefix(3))
        return question(.source, entry, before: entry.headline.title, own, wrong, using: &generator)
    }

    /// Whether a headline has a word of a source's name.
    private func names(_ source: String, _ entry: QuizArchive.Entry) -> Bool {
        if QuizArchive.has(source, in: entry.plain) { return true }
        return QuizText.folded(source).split { !QuizText.isPart($0) }
            .contains { $0.count > 3 && entry.plain.contains(" \($0)") }
    }

    private func first(_ index: Int, using generator: inout SeededGenerator) -> QuizQuestion? {
        let entry = archive.entries[index]
        guard canStandAmongChoices(index), !archive.isReportedElsewhere(entry) else { return nil }
        let time = entry.headline.publishedAt
        let later = others(than: index, using: &generator) { other in
            (Self.apart...Self.sameDays).contains(other.headline.publishedAt.timeIntervalSince(time))
                && !archive.isReportedElsewhere(other)
        }
        guard later.count == 3 else { return nil }
        return question(.first, entry, entry.headline.title, later.map(\.headline.title), using: &generator)
    }

    private func invented(_ index: Int, using generator: inout SeededGenerator) -> QuizQuestion? {
        let entry = archive.entries[index]
        guard canStandAmongChoices(index) else { return nil }
        let kinds: [QuizQuestion.Kind] = [.person, .organisation, .place]
        for gap in gaps[index].filter({ kinds.contains($0.kind) }).shuffled(using: &generator) {
            let wrong = distractors(for: gap, in: entry, using: &generator)
                // Nothing that was ever said of both, not even in other words.
                .first { !archive.mayConfirm($0, instead: gap.text, of: entry, most: 0) }
            guard let wrong else { continue }
            let title = entry.headline.title
            let false_ = title[..<gap.range.lowerBound] + wrong + title[gap.range.upperBound...]
            let true_ = others(than: index, using: &generator) { other in
                !QuizArchive.has(wrong, in: other.plain) && !QuizArchive.has(gap.text, in: other.plain)
            }
            guard true_.count == 3 else { continue }
            return question(.invented, entry, String(false_), true_.map(\.headline.title), using: &generator)
        }
        return nil
    }

    private func canStandAmongChoices(_ index: Int) -> Bool {
        isFit[index] && archive.entries[index].headline.title.count <= Self.longestChoice
            && !isList(archive.entries[index])
            // A day in the headline would date it.
            && !gaps[index].contains { $0.kind == .date }
    }

    /// "13 things everybody should know" is no event.
    private func isList(_ entry: QuizArchive.Entry) -> Bool {
        guard let first = entry.text.pieces.first, first.isNumber else { return false }
        return first.text.count < 3
    }

    /// Three headlines of other stories in the same language.
    private func others(
        than index: Int,
        using generator: inout SeededGenerator,
        where fits: (QuizArchive.Entry) -> Bool
    ) -> [QuizArchive.Entry] {
        let entry = archive.entries[index]
        var found: [QuizArchive.Entry] = []
        var stories: Set<StoryID> = [entry.headline.story]
        for place in archive.entries.indices.shuffled(using: &generator) where found.count < 3 {
            let other = archive.entries[place]
            guard other.language == entry.language, canStandAmongChoices(place), fits(other),
                entry.content.intersection(other.content).count < 2,
                stories.insert(other.headline.story).inserted
            else { continue }
            found.append(other)
        }
        return found
    }

    private func map(_ index: Int, using generator: inout SeededGenerator) -> QuizQuestion? {
        let entry = archive.entries[index]
        // The names of countries are known in English.
        guard entry.language == "en" else { return nil }
        for place in entry.headline.places {
            guard let name = place.names.first, let country = places.country(of: place),
                QuizArchive.has(name, in: entry.plain), let continent = places.countries[country],
                !QuizText.folded(name).contains(QuizText.folded(country).prefix(4))
            else { continue }
            let others = places.countries.filter { $0.value == continent && $0.key != country }.map(\.key).sorted()
                .filter { !place.names.contains($0) }
            guard others.count >= 3 else { continue }
            let wrong = Array(others.shuffled(using: &generator).prefix(3))
            return question(.map, entry, before: name, country, wrong, using: &generator)
        }
        return nil
    }

    func question(
        _ kind: QuizQuestion.Kind,
        _ entry: QuizArchive.Entry,
        before: String = "",
        after: String = "",
        _ answer: String,
        _ wrong: [String],
        using generator: inout SeededGenerator
    ) -> QuizQuestion? {
        let choices = (wrong + [answer]).shuffled(using: &generator)
        guard choices.count == 4, Set(choices.map(QuizText.folded)).count == 4,
            let correct = choices.firstIndex(of: answer)
        else { return nil }
        return QuizQuestion(
            about: entry.headline,
            kind: kind,
            before: before,
            after: after,
            choices: choices,
            correct: correct
        )
    }
}
