/// Builds a `ParsedFeed` from the events of an RSS, RDF or Atom document.
final class FeedReader: XMLHandler {
    static let itemLimit = 5_000

    enum Scope: UInt8 {
        case document, feed, item, person, source, image, media, other
    }

    struct Frame {
        var element: FeedElement
        var scope: Scope
        var hasBase = false
        var hasLanguage = false
    }

    var feed = ParsedFeed(format: .rss)
    // Events come one after another, so the checks for overlapping access would only cost time.
    @exclusivity(unchecked) var draft = ItemDraft()
    var person = PersonDraft()
    @exclusivity(unchecked) var scope = Scope.document
    @exclusivity(unchecked) var vocabulary = FeedVocabulary()
    @exclusivity(unchecked) var stack: [Frame] = []
    @exclusivity(unchecked) var leaf = TextLeaf()
    @exclusivity(unchecked) var bases: [String] = []
    var languages: [String] = []
    var feedDates = (published: ItemDraft.Ranked<Int64>(), updated: ItemDraft.Ranked<Int64>())
    var feedTitle = ItemDraft.Ranked<String>()
    var feedLink = ItemDraft.Ranked<String>()
    var feedDescription = ItemDraft.Ranked<String>()
    var feedIcon = ItemDraft.Ranked<String>()
    var feedAuthors: [(name: String, rank: UInt8)] = []
    var updateSeconds = 0
    var updateFrequency = 1
    var failure: FeedParsingError?
    var isAtom = false
    private(set) var hasRoot = false
    private let documentURL: String?

    init(documentURL: String?) {
        self.documentURL = documentURL
    }

    override func reset() {
        let fresh = FeedReader(documentURL: documentURL)
        feed = fresh.feed
        draft = fresh.draft
        person = fresh.person
        scope = .document
        vocabulary.reset()
        stack = []
        leaf = TextLeaf()
        bases = []
        languages = []
        feedDates = fresh.feedDates
        (feedTitle, feedLink, feedDescription, feedIcon) = (.init(), .init(), .init(), .init())
        feedAuthors = []
        (updateSeconds, updateFrequency) = (0, 1)
        failure = nil
        (isAtom, hasRoot) = (false, false)
    }

    // MARK: - Events

    override func elementStarted(_ name: XMLName, _ attributes: XMLAttributes) -> Bool {
        if leaf.isOpen {
            leaf.openMarkup(name, attributes)
            return true
        }
        let element = vocabulary.element(name)
        stack.append(Frame(element: element, scope: scope))
        if attributes.count > 0 { readInherited(attributes) }
        guard scope != .document else {
            hasRoot = true
            return startDocument(element, name, attributes)
        }
        start(element, attributes)
        return true
    }

    override func elementEnded() {
        if leaf.isOpen {
            if leaf.closeMarkup() { return }
            leaf.close()
            if let frame = stack.last { commit(frame.element) }
        }
        guard let frame = stack.popLast() else { return }
        if scope != frame.scope { leave(frame.element) }
        scope = frame.scope
        if frame.hasBase { _ = bases.popLast() }
        if frame.hasLanguage { _ = languages.popLast() }
    }

    override func textArrived(_ text: UnsafeBufferPointer<UInt8>) {
        if leaf.isOpen {
            leaf.append(text)
        } else if scope == .person {
            person.append(text)
        }
    }

    // MARK: - Inherited attributes

    /// `xml:base` and `xml:lang`.
    private func readInherited(_ attributes: XMLAttributes) {
        for index in 0..<attributes.count where attributes.prefix(index) != nil {
            if attributes.isNamed(index, "base"), isXML(attributes.prefix(index)) {
                let base = attributes.value(at: index)
                guard !base.isEmpty, bases.count < ParseLimits.bases else { continue }
                bases.append(URLReference.resolve(base, against: bases.last ?? documentURL))
                stack[stack.count - 1].hasBase = true
            } else if attributes.isNamed(index, "lang"), isXML(attributes.prefix(index)) {
                languages.append(attributes.value(at: index))
                stack[stack.count - 1].hasLanguage = true
            }
        }
    }

    private func isXML(_ prefix: UnsafePointer<UInt8>?) -> Bool {
        guard let prefix else { return false }
        return prefix[0] == UInt8(ascii: "x") && prefix[1] == UInt8(ascii: "m") && prefix[2] == UInt8(ascii: "l")
            && prefix[3] == 0
    }

    /// A link made absolute with the `xml:base` in scope, if there is one.
    func resolved(_ reference: String) -> String {
        guard let base = bases.last else { return reference }
        return URLReference.resolve(reference, against: base)
    }

    // MARK: - The end

    /// The whole feed; its addresses are absolute where a base is known.
    func finish(isTruncated: Bool) -> ParsedFeed {
        feed.isTruncated = isTruncated
        feed.title = feedTitle.value
        feed.homePageURL = feedLink.value
        feed.description = feedDescription.value
        feed.iconURL = feedIcon.value
        feed.published = feedDates.published.value
        feed.updated = feedDates.updated.value
        let best = feedAuthors.map(\.rank).min()
        feed.authors = feedAuthors.filter { $0.rank == best }.map(\.name)
        if updateSeconds > 0 { feed.updatePeriod = max(60, updateSeconds / max(1, updateFrequency)) }
        feed.makeAddressesAbsolute(documentURL: documentURL, isAtom: isAtom)
        return feed
    }
}

/// Finishes items and persons when their elements end.
extension FeedReader {
    func leave(_ element: FeedElement) {
        switch element {
        case .item, .atomFeed:
            if scope == .item { finishItem() }
        case .author, .contributor, .itunesOwner, .rssAuthor: finishPerson(element)
        default: break
        }
    }

    func finishItem() {
        guard feed.items.count < Self.itemLimit else {
            feed.skippedItemCount += 1
            return
        }
        feed.items.append(draft.finished())
    }

    private func finishPerson(_ element: FeedElement) {
        let name = person.shown
        let rank: UInt8 =
            switch element {
            case .author, .rssAuthor: 0
            case .itunesOwner: 4
            default: 5
            }
        if element == .contributor { return }
        if person.isOfItem {
            draft.offerAuthor(name, rank: rank)
        } else {
            offerFeedAuthor(name, rank: rank)
        }
    }
}
