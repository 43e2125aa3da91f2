package import NewsModel

extension Store {
    /// The category that stands in for one that its owner has hidden: the next in their order that is shown and has
    /// feeds.
    ///
    /// After the last one comes the first. Nil if the asked category is not hidden, or no other is shown.
    package func categoryInstead(of asked: String, for recipient: RecipientID) async throws -> String? {
        let entries = try await categories(of: recipient)
        let key = FeedKey.fold(asked)
        guard let place = entries.firstIndex(where: { FeedKey.fold($0.name) == key }), entries[place].isHidden else {
            return nil
        }
        let following = entries[(place + 1)...] + entries[..<place]
        return following.first { !$0.isHidden && $0.feedCount > 0 }?.name
    }
}
