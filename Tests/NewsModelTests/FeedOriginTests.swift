import Testing

@testable import NewsModel

@Suite struct FeedOriginTests {
    @Test(arguments: [
        ("https://blog.example.co.uk/feed", nil, "en-US", "GB"), ("https://example.de/rss", nil, nil, "DE"),
        ("https://EXAMPLE.COM.AU./feed", nil, nil, "AU"),
        ("https://feeds.example.com/x", "https://example.it/", nil, "IT"),
        ("https://example.com/feed", nil, "de-AT", "AT"),
        ("https://example.com/feed", "https://example.com", "pt_br", "BR"),
        ("https://example.com/feed", nil, "zh-Hant-TW", "TW"), ("https://example.us/feed", nil, "en-GB", "US"),
    ])
    func `a feed's domain tells its country, else the region it declares`(
        url: String,
        home: String?,
        language: String?,
        country: String
    ) {
        #expect(FeedOrigin(url: url, homePageURL: home, language: language).country(in: SourceCatalogue()) == country)
    }

    @Test(arguments: [
        "https://example.com/feed", "https://example.io/feed", "https://example.co/feed", "https://example.tv/feed",
        "https://example.ai/uk", "https://192.0.2.1/feed", "https://uk/feed", "https://[::1]/feed", "uk", "",
    ])
    func `domains that are sold worldwide and the language en-US tell no country`(url: String) {
        for language in ["en-US", "en_us", "en", "zh-Hans", "x", ""] {
            #expect(FeedOrigin(url: url, language: language).country(in: SourceCatalogue()) == nil)
        }
    }

    @Test func `the catalogue knows better than the domain`() {
        let sources = SourceCatalogue([
            CatalogueSource(id: "a", name: "A", url: "https://a.example.de/", category: "news", country: "GB"),
            CatalogueSource(id: "b", name: "B", url: "https://b.example.de/", category: "news"),
        ])
        #expect(FeedOrigin(url: "http://a.example.de").country(in: sources) == "GB")
        #expect(FeedOrigin(url: "https://new.example.de", name: "A").country(in: sources) == "GB")
        #expect(FeedOrigin(url: "https://b.example.de", language: "de-CH").country(in: sources) == nil)
    }
}
