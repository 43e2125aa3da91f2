extension ParsedFeed {
    /// Resolves what `xml:base` did not.
    ///
    /// Atom's base is the document's address; RSS never said what its base is, and in the wild it is the site's.
    mutating func makeAddressesAbsolute(documentURL: String?, isAtom: Bool) {
        if let own = feedURL { feedURL = URLReference.resolve(own, against: documentURL) }
        let document = documentURL ?? feedURL.flatMap { URLReference.isAbsolute($0) ? $0 : nil }
        if let home = homePageURL { homePageURL = URLReference.resolve(home, against: document) }
        let home = homePageURL.flatMap { URLReference.isAbsolute($0) ? $0 : nil }
        guard let base = isAtom ? document ?? home : home ?? document else { return }
        func absolute(_ url: inout String?) {
            guard let relative = url, !URLReference.isAbsolute(relative) else { return }
            url = URLReference.resolve(relative, against: base)
        }
        absolute(&iconURL)
        absolute(&nextPageURL)
        for index in items.indices {
            absolute(&items[index].url)
            absolute(&items[index].externalURL)
            absolute(&items[index].namedImageURL)
            items[index].base = base
            absolute(&items[index].commentsURL)
            absolute(&items[index].sourceURL)
            for file in items[index].attachments.indices
            where !URLReference.isAbsolute(items[index].attachments[file].url) {
                items[index].attachments[file].url = URLReference.resolve(
                    items[index].attachments[file].url,
                    against: base
                )
            }
        }
    }
}
