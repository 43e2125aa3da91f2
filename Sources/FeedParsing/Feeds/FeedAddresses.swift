extension ParsedFeed {
    /// Resolves the relative addresses for which there was no `xml:base`.
    ///
    /// In Atom the base is the document's address. RSS does not define a base; in practice it is the site's address.
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
