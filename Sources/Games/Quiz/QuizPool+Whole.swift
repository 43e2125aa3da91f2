import Foundation
import NewsModel

/// Questions about whole headlines: who reported it, what was first, what is invented, where a place is.
extension QuizPool {
    /// Hours between reports, so that one was certainly first.
    private static let apart = 12 * 3_600.0

    func whole(
        _ kind: QuizQuestion.Kind,
        _ index: Int,
        without stories: Set<StoryID>,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork
    ) -> QuizQuestion? {
        switch kind {
        case .source: source(index, using: &generator)
        case .first: first(index, without: stories, using: &generator, &work)
        case .invented: invented(index, without: stories, using: &generator, &work)
        case .map: map(index, using: &generator)
        default: nil
        }
    }

    private func source(_ index: Int, using generator: inout SeededGenerator) -> QuizQuestion? {
        let entry = archive.entries[index]
        let own = entry.headline.feedName
        // The category says which sources could have had it.
        guard entry.headline.category != nil, !Self.isList(entry), !archive.isReportedElsewhere[index],
            !names(own, entry), !isOfSeries(entry)
        else { return nil }
        let others = (sources[Self.sourceKey(entry)] ?? []).filter { $0 != own && !names($0, entry) }
        guard others.count >= 3 else { return nil }
        let wrong = Array(others.shuffled(using: &generator).prefix(3))
        return question(.source, entry, before: entry.headline.title, own, wrong, using: &generator)
    }

    /// Whether a headline has a word of a source's name.
    private func names(_ source: String, _ entry: QuizArchive.Entry) -> Bool {
        if QuizArchive.has(source, in: entry.plain) { return true }
        return QuizText.folded(source).split { !QuizText.isPart($0) }
            .contains { $0.count > 3 && entry.plain.contains(" \($0)") }
    }

    private func first(
        _ index: Int,
        without stories: Set<StoryID>,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork
    ) -> QuizQuestion? {
        let entry = archive.entries[index]
        guard canStandAmongChoices[index], entry.headline.isDated, !archive.isReportedElsewhere[index],
            !Self.isNumbered(entry)
        else { return nil }
        let time = entry.headline.publishedAt
        let later = others(than: index, without: stories, using: &generator, &work) { other in
            other.headline.isDated
                && (Self.apart...QuizChoices.sameDays).contains(other.headline.publishedAt.timeIntervalSince(time))
                && !archive.isReportedElsewhere[other.place] && !Self.isNumbered(other)
        }
        guard later.count == 3 else { return nil }
        var made = question(.first, entry, entry.headline.title, later.map(\.headline.title), using: &generator)
        made?.shown = later.map(\.headline.story)
        return made
    }

    /// "Lecture 104: …" says by itself what it came before.
    private static func isNumbered(_ entry: QuizArchive.Entry) -> Bool {
        let beginning = entry.headline.title.prefix { !":：.–—|".contains($0) }
        return beginning.count < entry.headline.title.count && beginning.contains(where: \.isNumber)
    }

    private func invented(
        _ index: Int,
        without stories: Set<StoryID>,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork
    ) -> QuizQuestion? {
        let entry = archive.entries[index]
        guard canStandAmongChoices[index] else { return nil }
        let kinds: [QuizQuestion.Kind] = [.person, .organisation, .place]
        for gap in gaps[index].filter({ kinds.contains($0.kind) }).shuffled(using: &generator) {
            let wrong = distractors(for: gap, in: entry, using: &generator, &work)
                // Nothing that was ever said of both, not even in other words.
                .first { !archive.mayConfirm($0, instead: gap.text, of: entry, most: 0) }
            guard let wrong else { continue }
            let title = entry.headline.title
            let false_ = title[..<gap.range.lowerBound] + wrong + title[gap.range.upperBound...]
            let true_ = others(than: index, without: stories, using: &generator, &work) { other in
                !QuizArchive.has(wrong, in: other.plain) && !QuizArchive.has(gap.text, in: other.plain)
            }
            guard true_.count == 3 else { continue }
            var made = question(.invented, entry, String(false_), true_.map(\.headline.title), using: &generator)
            made?.shown = true_.map(\.headline.story)
            return made
        }
        return nil
    }

    /// Three headlines of other stories in the same language, none of which the round has shown.
    private func others(
        than index: Int,
        without shown: Set<StoryID>,
        using generator: inout SeededGenerator,
        _ work: inout QuizWork,
        where fits: (QuizArchive.Entry) -> Bool
    ) -> [QuizArchive.Entry] {
        let entry = archive.entries[index]
        var found: [QuizArchive.Entry] = []
        var stories = shown.union([entry.headline.story])
        for place in archive.entries.indices.shuffled(using: &generator) where found.count < 3 {
            guard work.isLeft() else { return [] }
            let other = archive.entries[place]
            guard other.language == entry.language, canStandAmongChoices[place], fits(other),
                entry.content.count(where: other.content.contains) < 2,
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
