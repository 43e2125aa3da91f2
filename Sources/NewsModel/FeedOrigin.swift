import Foundation

/// What tells from which country a feed is.
package struct FeedOrigin: Hashable, Sendable {
    package var url: String
    package var name: String
    package var homePageURL: String?
    /// The BCP 47 tag that the feed declares.
    package var language: String?

    package init(url: String, name: String = "", homePageURL: String? = nil, language: String? = nil) {
        (self.url, self.name, self.homePageURL, self.language) = (url, name, homePageURL, language)
    }

    package init(_ feed: Feed, language: String? = nil) {
        self.init(
            url: feed.url,
            name: feed.name,
            homePageURL: feed.homePageURL,
            language: language ?? feed.language
        )
    }

    /// ISO 3166-1 code of the country whose readers the feed writes for; nil when nothing says which.
    ///
    /// The catalogue knows best, then the domain of the feed or of its home page, then the region of the declared
    /// language.
    package func country(in catalogue: SourceCatalogue) -> String? {
        if let source = catalogue.source(of: self) { return source.country }
        return [url, homePageURL].lazy.compactMap { $0.flatMap(Self.domainCountry) }.first
            ?? language.flatMap(Self.declaredCountry)
    }

    /// The country of "https://blog.example.co.uk/feed"; nil for domains that anybody in the world buys.
    static func domainCountry(of url: String) -> String? {
        guard let host = URL(string: url)?.host()?.lowercased(), host.contains(".") else { return nil }
        guard let domain = host.split(separator: ".").last, nationalDomains.contains(String(domain)) else { return nil }
        return domain == "uk" ? "GB" : domain.uppercased()
    }

    /// The country of "de-AT"; "en-US" is what blog software says of any feed, so it tells nothing.
    static func declaredCountry(of language: String) -> String? {
        let parts = language.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        guard parts.first != "en" || parts.last != "us" else { return nil }
        let region = parts.dropFirst().last { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
        return region?.uppercased()
    }

    /// Domains of countries.
    ///
    /// Those that are sold worldwide for their letters (.io, .co, .tv, .ai) are left out.
    private static let nationalDomains = Set(
        """
        ae af al ao ar at au aw az ba bb bd be bf bg bh bi bj bn bo br bs bt bw by ca ch ci cl cn cr cu cv cy cz de dk do \
        dz ec ee eg es et fi fj fo fr gb ge gh gm gn gr gt gy hk hn hr ht hu id ie il in iq ir is it jm jo jp ke kg kh kr kw \
        kz lb lk lr ls lt lu lv ma md mg mk mm mn mo mr mt mv mw mx my mz na ne ng ni nl no np nz om pa pe pg ph pk pl pr ps \
        pt py qa ro rs ru rw sa sd se sg si sk sl sn sr sv sy sz td tg th tj tm tn tr tt tw tz ua ug uk us uy uz ve vn ye za \
        zm zw
        """
        .split(separator: " ").map(String.init)
    )
}
