/// Finds the articles that have already reported what an article reports.
extension StoryIndex {
    /// The group of articles in the stories that report the same, the articles that show it, one of each source, and
    /// the one whose news the report repeats if enough have brought it.
    ///
    /// A title that differs in its names and numbers alone shows nothing. What private feeds reported keeps no open
    /// article back. Nor does what another language reported, of which too few words can be compared, or the article's
    /// own source.
    func repeatedGroup(
        _ candidates: [Candidate],
        in stories: Set<Int>,
        _ vector: StoryVector,
        _ report: StoryReport
    ) -> (group: Int, news: Int64?, sameReports: [SameReport])? {
        let near = candidates.filter {
            let article = self[$0.ordinal]
            return stories.contains(article.story) && report.time - article.time <= options.repeatedWithin
                && (article.isOpen || !report.isOpen) && article.source != report.source
                && !report.titleLanguage.isForeign(to: article.titleLanguage)
                && (report.frame == nil || report.frame?.key != article.frame?.key || report.frame == article.frame)
        }
        let ranked = rank(
            near,
            by: \.plain,
            averaging: options.repeatAveraged,
            isOpen: report.isOpen,
            in: groups
        ) { $0.group }
        guard let best = ranked.first, best.similarity >= options.repeating else { return nil }
        let similar = near.filter { self[$0.ordinal].group == best.group }
            .sorted { ($1.plain, $0.ordinal) < ($0.plain, $1.ordinal) }
        guard !isNews(report, beside: similar.map { self[$0.ordinal] }) else { return nil }
        var sources: Set<UInt64> = []
        let sameReports = similar.filter { sources.insert(self[$0.ordinal].source).inserted }
            .prefix(StoryIndexOptions.mostSameReports)
            .map { SameReport(article: self[$0.ordinal].id, similarity: $0.plain) }
        return (best.group, groups[best.group].news, sameReports)
    }

    /// Whether the report has something that none of the similar articles has: a number, or a name in place of one that
    /// most of them have.
    ///
    /// A word may be a name if no title begins it with a small letter; one that is not certain must be in nearly all.
    private func isNews(_ report: StoryReport, beside similar: [IndexedArticle]) -> Bool {
        let known = Set(similar.flatMap { $0.vector.words.map(\.key) })
        let own = Set(report.traits.map(\.key))
        if own.contains(where: { StoryVector.isNumber($0) && !known.contains($0) }) { return true }
        let unknown = report.possibleNames.filter { !known.contains($0) && mayBeName($0) }
        guard !unknown.isEmpty else { return false }
        func isMissing(_ names: [UInt32], in share: Float) -> Bool {
            var missing: [UInt32: Float] = [:]
            for name in names where !own.contains(name) { missing[name, default: 0] += 1 }
            return missing.values.contains { $0 > share * Float(similar.count) }
        }
        return !unknown.isDisjoint(with: report.names) && isMissing(similar.flatMap(\.names), in: 0.5)
            || isMissing(similar.flatMap(\.possibleNames).filter(mayBeName), in: StoryIndexOptions.nearlyAll)
    }

    private func mayBeName(_ key: UInt32) -> Bool { postings[key]?.smallCount ?? 0 == 0 }
}
