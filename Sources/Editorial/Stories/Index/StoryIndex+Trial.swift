/// A trial: articles are added before they are stored, and taken back if they could not be stored.
extension StoryIndex {
    /// What was there before an article was added.
    struct Addition {
        let ordinal: Int
        let stories: [(slot: Int, group: StoryGroups.Group)]
        let group: (slot: Int, group: StoryGroups.Group)
        let source: (key: UInt64, source: StorySource?)
    }

    /// Begins a trial at a time, in seconds since 1970: until its end nothing is forgotten.
    package func beginTrial(at time: Double) {
        forget(before: time - options.window)
        trial = []
    }

    /// Ends the trial; everything that was added stays.
    package func keepTrial() { trial = nil }

    /// Ends the trial and takes back everything that was added during it.
    package func takeBackTrial() {
        for addition in (trial ?? []).reversed() { takeBack(addition) }
        trial = nil
        version += 1
    }

    /// Notes what an article is about to change.
    func note(_ ordinal: Int, stories slots: [Int], group: Int, source: UInt64) {
        trial?.append(
            Addition(
                ordinal: ordinal,
                stories: slots.map { ($0, stories[$0]) },
                group: (group, groups[group]),
                source: (source, sources[source])
            )
        )
    }

    private func takeBack(_ addition: Addition) {
        let article = articles.removeLast()
        release(article)
        forgetFrame(of: article, isNewest: true)
        sums.removeLast()
        shared.removeLast()
        for part in article.vector.words {
            let isSmall = !article.possibleNames.contains(part.key)
            postings[part.key]?.removeLast(isOpen: article.isOpen, isSmall: isSmall)
            if postings[part.key]?.count == 0 { postings[part.key] = nil }
        }
        sources[addition.source.key] = addition.source.source
        groups.restore(addition.group.group, at: addition.group.slot)
        for (slot, _) in addition.stories { stories.restore(StoryGroups.Group(first: 0), at: slot) }
        for (slot, group) in addition.stories {
            stories.restore(group, at: slot)
            for member in group.members where member >= oldest { articles[member - forgotten].story = slot }
        }
    }
}
