/// Stores the text of each element, depending on the element that contains it.
extension FeedReader {
    func commit(_ element: FeedElement) {
        switch scope {
        case .item: commitToItem(element)
        case .feed: commitToFeed(element)
        case .person: commitToPerson(element)
        case .source: commitToSource(element)
        case .image: commitToImage(element)
        case .media: commitToMedia(element)
        case .document, .other: break
        }
    }

    private func commitToItem(_ element: FeedElement) {
        switch element {
        case .title: draft.title.offer(leaf.line, rank: 0)
        case .mediaTitle: draft.title.offer(leaf.line, rank: 2)
        case .itunesTitle: draft.title.offer(leaf.line, rank: 1)
        case .id: readIdentity()
        case .link: draft.link.offer(leaf.string.map(resolved), rank: 1)
        case .origLink: draft.item.externalURL = leaf.string
        case .description: draft.summary.offer(markup(), rank: 0)
        case .summary: draft.summary.offer(markup(), rank: 0)
        case .itunesSummary: draft.summary.offer(markup(), rank: 2)
        case .mediaDescription: draft.summary.offer(plainMarkup(), rank: 3)
        case .itunesSubtitle, .subtitle: draft.summary.offer(markup(), rank: 4)
        case .content: readContent()
        case .body: draft.content.offer(markup(), rank: 1)
        case .published: draft.published.offer(leaf.date, rank: 0)
        case .dcDate: draft.published.offer(leaf.date, rank: 1)
        case .updated: draft.updated.offer(leaf.date, rank: 0)
        case .creator: draft.offerAuthor(leaf.line.flatMap(PersonName.read), rank: 1)
        case .itunesAuthor: draft.offerAuthor(leaf.line, rank: 2)
        case .podcastPerson where isHost: draft.offerAuthor(leaf.line, rank: 6)
        case .category, .atomCategory, .itunesCategory: draft.addCategory(leaf.line ?? leaf.attribute)
        case .keywords: addKeywords()
        case .language: draft.item.language = leaf.string
        case .comments: draft.item.commentsURL = leaf.string.map(resolved)
        case .rssSource: readSource()
        case .duration: draft.duration = draft.duration ?? Duration.seconds(leaf.string)
        case .image: draft.image.offer((leaf.attribute ?? leaf.string).flatMap(imageAddress), rank: 1)
        default: break
        }
    }

    private func commitToFeed(_ element: FeedElement) {
        switch element {
        case .title: feedTitle.offer(leaf.line, rank: 0)
        case .id: feed.id = feed.id ?? leaf.string
        case .itunesTitle, .mediaTitle: feedTitle.offer(leaf.line, rank: 1)
        case .link: feedLink.offer(leaf.string.map(resolved), rank: 1)
        case .description, .subtitle: feedDescription.offer(markup()?.absolute, rank: 0)
        case .summary, .itunesSummary, .mediaDescription: feedDescription.offer(markup()?.absolute, rank: 1)
        case .itunesSubtitle: feedDescription.offer(markup()?.absolute, rank: 2)
        case .language: feed.language = leaf.string ?? feed.language
        case .copyright: feed.copyright = leaf.line
        case .generator: feed.generator = leaf.line
        case .published: feedDates.published.offer(leaf.date, rank: 0)
        case .dcDate: feedDates.published.offer(leaf.date, rank: 1)
        case .updated: feedDates.updated.offer(leaf.date, rank: 0)
        case .category, .atomCategory, .itunesCategory: addCategory(leaf.line ?? leaf.attribute)
        case .creator: offerFeedAuthor(leaf.line.flatMap(PersonName.read), rank: 1)
        case .managingEditor: offerFeedAuthor(leaf.line.flatMap(PersonName.read), rank: 2)
        case .itunesAuthor: offerFeedAuthor(leaf.line, rank: 3)
        case .podcastPerson where isHost: offerFeedAuthor(leaf.line, rank: 5)
        case .webMaster: offerFeedAuthor(leaf.line.flatMap(PersonName.read), rank: 6)
        case .icon: feedIcon.offer(leaf.string.map(resolved), rank: 0)
        case .logo: feedIcon.offer(leaf.string.map(resolved), rank: 1)
        case .ttl: feed.timeToLive = leaf.number.flatMap { (1...525_600).contains($0) ? $0 * 60 : nil }
        case .hour: addSkippedHour()
        case .day: addSkippedDay()
        case .updatePeriod: updateSeconds = Self.periods[leaf.string?.lowercased() ?? ""] ?? 0
        case .updateFrequency: updateFrequency = leaf.number ?? 1
        default: break
        }
    }

    private func commitToPerson(_ element: FeedElement) {
        switch element {
        case .personName: person.name = leaf.line
        case .personEmail: person.email = leaf.string
        case .personURI: person.uri = leaf.string
        default: break
        }
    }

    private func commitToSource(_ element: FeedElement) {
        switch element {
        case .title: draft.item.sourceTitle = leaf.line
        case .link: draft.item.sourceURL = leaf.string.map(resolved)
        case .id:
            if draft.item.sourceURL == nil, let id = leaf.string, URLReference.isAbsolute(id) {
                draft.item.sourceURL = id
            }
        default: break
        }
    }

    private func commitToImage(_ element: FeedElement) {
        if element == .url { feedIcon.offer(leaf.string.map(resolved), rank: 2) }
    }

    // MARK: - Values with rules of their own

    /// HTML, with the base of its relative addresses if `xml:base` is in scope.
    private func markup() -> ParsedItem.Markup? {
        leaf.html.map { ParsedItem.Markup(html: $0, base: leaf.kind == .text ? nil : bases.last) }
    }

    /// Media descriptions are plain text more often than HTML.
    private func plainMarkup() -> ParsedItem.Markup? {
        guard let markup = markup(), !HTMLTags.looksLikeHTML(markup.html) else { return markup() }
        return ParsedItem.Markup(html: HTMLTags.breakingLines(markup.html), base: nil)
    }

    private func readIdentity() {
        guard draft.item.id == nil, let id = leaf.string else { return }
        draft.item.id = id
        draft.item.idIsPermalink = !isAtom && leaf.isPermalink
        draft.idIsOpaque = !leaf.isPermalink
    }

    private func readContent() {
        if let source = leaf.attribute, !source.isEmpty { draft.link.offer(resolved(source), rank: 8) }
        draft.content.offer(markup(), rank: 0)
    }

    private func readSource() {
        draft.item.sourceTitle = leaf.line ?? draft.item.sourceTitle
        if let url = leaf.attribute, !url.isEmpty { draft.item.sourceURL = resolved(url) }
    }

    /// Guests and crew are not authors; a person without a role is a host.
    private var isHost: Bool { ["", "host", "co-host", "author"].contains(leaf.attribute?.lowercased() ?? "") }

    private func imageAddress(_ text: String) -> String? {
        text.utf8.contains(UInt8(ascii: "<")) ? FirstImage.url(inHTML: text) : resolved(text)
    }

    private func addKeywords() {
        for word in (leaf.line ?? "").split(separator: ",") { addCategory(String(word.trimmingSpace())) }
    }

    func addCategory(_ name: String?) {
        guard let name, !name.isEmpty else { return }
        if scope == .item {
            draft.addCategory(name)
        } else if scope == .feed, feed.categories.count < 100, !feed.categories.contains(name) {
            feed.categories.append(name)
        }
    }

    func offerFeedAuthor(_ name: String?, rank: UInt8) {
        guard let name, !name.isEmpty, feedAuthors.count < 50 else { return }
        // A bare e-mail address ranks below any name.
        let rank = name.utf8.contains(UInt8(ascii: "@")) && !name.utf8.contains(UInt8(ascii: " ")) ? rank + 10 : rank
        guard !feedAuthors.contains(where: { $0.name == name && $0.rank == rank }) else { return }
        feedAuthors.append((name, rank))
    }

    private func addSkippedHour() {
        // Some feeds count from 1 to 24. Hour 24 is hour 0.
        guard let hour = leaf.number, (0...24).contains(hour), !feed.skipHours.contains(hour % 24) else { return }
        feed.skipHours.append(hour % 24)
    }

    private func addSkippedDay() {
        guard let name = leaf.string?.lowercased(), let day = Self.days.firstIndex(where: { $0.hasPrefix(name) }),
            name.utf8.count >= 3,
            !feed.skipDays.contains(day)
        else { return }
        feed.skipDays.append(day)
    }

    private static let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let periods = [
        "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]
}
