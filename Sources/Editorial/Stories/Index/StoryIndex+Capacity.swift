/// How much room the articles of private feeds have, and how much all take.
extension StoryIndex {
    /// Whether an article may be added: those of private feeds fill half of the index at most, and one of them a
    /// twentieth of that, so that they drive no others out.
    ///
    /// For one follower no more count than are free, so that with many feeds one person leaves others as much as they
    /// take.
    package func hasCapacity(for report: StoryReport) -> Bool {
        guard !report.isOpen else { return true }
        let share = options.mostArticles / 2
        let free = share - closedCount
        guard free > 0, sources[report.source]?.count ?? 0 < max(share / 20, 1) else { return false }
        return payer(of: report).map { paid[$0] ?? 0 < free } ?? true
    }

    /// The follower for whom the fewest articles count.
    func payer(of report: StoryReport) -> Int64? {
        report.isOpen ? nil : report.audience.min { (paid[$0] ?? 0, $0) < (paid[$1] ?? 0, $1) }
    }

    /// Forgets that an article of a private feed is there.
    func release(_ article: IndexedArticle) {
        guard !article.isOpen else { return }
        closedCount -= 1
        guard let payer = article.payer, let count = paid[payer] else { return }
        paid[payer] = count > 1 ? count - 1 : nil
    }

    /// About how much memory it takes, in bytes.
    package var footprint: Int {
        let entries = postings.values.reduce(0) { $0 + $1.open.entries.capacity + $1.closed.entries.capacity }
        let parts = articles.reduce(0) { $0 + $1.vector.words.count + $1.vector.pairs.count }
        // 64 bytes for each array and its place in a table.
        // An article of a frame takes 24 bytes there.
        return entries * 16 + (postings.count + frames.count) * 64 + parts * 8 + articles.capacity * 400
            + sources.count * 1_500
    }
}
