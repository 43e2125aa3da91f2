package import NewsModel
package import Storage

extension FeedDescription {
    /// A source of the catalogue as a feed; `url` is where it was found, if not where the catalogue has it.
    package init(_ source: CatalogueSource, url: String? = nil) {
        self.init(
            url: url ?? source.url,
            name: source.name,
            category: source.category,
            language: source.language,
            homePageURL: source.homePageURL.isEmpty ? nil : source.homePageURL,
            iconURL: source.iconURL.isEmpty ? nil : source.iconURL
        )
    }
}
