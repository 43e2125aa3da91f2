/// What closes when an element that opened a place of its own ends.
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
