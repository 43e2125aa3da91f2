internal import TextAnalysis

/// Books, films and songs: texts in 《》, and quotations beside a word such as "film".
enum QuotedWorks {
    private static let longest = 10
    /// In words.
    private static let near = 4

    static func works(
        in text: SegmentedText,
        _ rules: LanguageVocabulary,
        _ matches: [PhraseTable.Match]
    ) -> [FoundName] {
        let beside = matches.filter {
            rules.rules[$0.value].position == .near && rules.rules[$0.value].subject == .work
        }
        var works: [FoundName] = []
        for start in text.words.indices {
            let marks = text.marks[start]
            guard marks.contains(.opensTitle) || (marks.contains(.opensQuotation) && !beside.isEmpty) else { continue }
            var end = start + 1
            while end < text.words.count, text.marks[end].contains(.joined), end - start < longest { end += 1 }
            if !marks.contains(.opensTitle) {
                guard end == text.words.count || text.marks[end].contains(.afterQuotation) else { continue }
                let isNear = beside.contains { match in
                    (match.words.upperBound <= start && start - match.words.upperBound < near)
                        || (match.words.lowerBound >= end && match.words.lowerBound - end < near)
                }
                let isTitle = text.words[start].kind == .ideographic || marks.contains(.capital)
                guard isNear, isTitle else { continue }
            }
            works.append(
                FoundName(
                    kind: .work,
                    name: text.spelling(of: start..<end),
                    scalars: text.scalarRange(of: start..<end),
                    certainty: marks.contains(.opensTitle) ? 0.95 : 0.7,
                    reason: .quotation
                )
            )
        }
        return works
    }
}
