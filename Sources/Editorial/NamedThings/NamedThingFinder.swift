package import TextAnalysis

/// Finds the named things of an article by the rules of the vocabulary and by capitals.
package struct NamedThingFinder: Sendable {
    private static let most = 40

    private let vocabulary: Vocabulary

    package init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The named things in the order of their first mention, at most forty.
    ///
    /// `known` are names that other articles had, folded by `TextFolding`, with their kinds.
    package func find(in article: ArticleText, known: [String: NamedThing.Kind] = [:]) -> [NamedThing] {
        guard let rules = vocabulary.language(article.language.language) else { return [] }
        var found: [NamedThing] = []
        var names = NameKinds(archive: known)
        // Titles in capitals show no names, so the names that the other parts show are found there afterwards.
        for section in ArticleText.Section.allCases.reversed() {
            let text = article[section]
            guard !text.words.isEmpty else { continue }
            let things = Self.find(in: text, section, rules, known: names)
            for thing in things where thing.kind != .unknown && thing.certainty >= 0.5 {
                let folded = TextFolding.folded(thing.name)
                names.own[folded] = thing.kind
                guard thing.kind == .person, let last = folded.split(separator: " ").last else { continue }
                names.own[String(last)] = .person
            }
            found = things + found
        }
        return Self.merged(found)
    }

    private static func find(
        in text: SegmentedText,
        _ section: ArticleText.Section,
        _ rules: LanguageVocabulary,
        known: NameKinds
    ) -> [NamedThing] {
        let matches = rules.names.matches(in: text)
        let isIdeographic = text.words.contains { $0.kind == .ideographic }
        var names =
            isIdeographic
            ? IdeographicNames(text: text, rules: rules, matches: matches).names(known: known)
            : CapitalNames(text: text, rules: rules, matches: matches).names(known: known)
        names += QuotedWorks.works(in: text, rules, matches)
        if UncasedNames.reads(text) { names += UncasedNames(text: text, rules: rules, matches: matches).names() }
        // The more certain one wins where two overlap, the longer among equals.
        names.sort {
            ($1.certainty, $1.scalars.count, $0.scalars.lowerBound) < (
                $0.certainty, $0.scalars.count, $1.scalars.lowerBound
            )
        }
        var kept: [FoundName] = []
        for name in names where !kept.contains(where: { $0.scalars.overlaps(name.scalars) }) { kept.append(name) }
        kept.sort { $0.scalars.lowerBound < $1.scalars.lowerBound }
        return kept.map {
            NamedThing(
                kind: $0.kind,
                name: $0.name,
                section: section,
                scalars: $0.scalars,
                certainty: $0.certainty,
                reason: $0.reason
            )
        }
    }

    /// One thing for all its mentions; a surname alone is the person named whole elsewhere.
    private static func merged(_ found: [NamedThing]) -> [NamedThing] {
        var merged: [NamedThing] = []
        var places: [String: Int] = [:]
        var byLastWord: [String: Int] = [:]
        for thing in found where thing.kind == .person {
            let folded = TextFolding.folded(thing.name)
            if let last = folded.split(separator: " ").last, last.utf8.count < folded.utf8.count {
                byLastWord[String(last)] = -1
            }
        }
        for thing in found {
            let folded = TextFolding.folded(thing.name)
            if let place = places[folded] {
                merged[place].count += 1
                if thing.certainty > merged[place].certainty {
                    (merged[place].kind, merged[place].certainty) = (thing.kind, thing.certainty)
                    merged[place].reason = thing.reason
                } else if merged[place].reason == .known, thing.kind == merged[place].kind {
                    // What another part of the article shows counts for more than what was known.
                    (merged[place].certainty, merged[place].reason) = (thing.certainty, thing.reason)
                }
                continue
            }
            let words = folded.split(separator: " ")
            if words.count == 1, let place = byLastWord[folded], place >= 0 {
                merged[place].count += 1
                continue
            }
            // The short form came first: the whole name replaces it.
            if thing.kind == .person, words.count > 1, let last = words.last, let place = places[String(last)],
                [.person, .unknown].contains(merged[place].kind)
            {
                merged[place].count += 1
                (merged[place].kind, merged[place].certainty) = (.person, thing.certainty)
                (merged[place].name, merged[place].reason) = (thing.name, thing.reason)
                (merged[place].section, merged[place].scalars) = (thing.section, thing.scalars)
                (places[folded], byLastWord[String(last)]) = (place, place)
                continue
            }
            guard merged.count < most else { continue }
            places[folded] = merged.count
            if thing.kind == .person, words.count > 1, let last = words.last { byLastWord[String(last)] = merged.count }
            merged.append(thing)
        }
        return merged
    }
}

/// A name in one section.
struct FoundName {
    var kind: NamedThing.Kind
    var name: String
    var scalars: Range<Int>
    var certainty: Double
    var reason: NamedThing.Reason
}

extension SegmentedText {
    /// The name that some of the words are.
    func name(
        _ range: Range<Int>,
        _ kind: NamedThing.Kind,
        _ certainty: Double,
        _ reason: NamedThing.Reason
    ) -> FoundName {
        FoundName(
            kind: kind,
            name: spelling(of: range),
            scalars: scalarRange(of: range),
            certainty: certainty,
            reason: reason
        )
    }
}

extension VocabularyRule.Subject {
    /// The kind of thing that rules for the subject find.
    var kind: NamedThing.Kind? { NamedThing.Kind(rawValue: rawValue) }
}
