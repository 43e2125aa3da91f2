import NewsModel
import Testing

@testable import Editorial

@Suite struct SourceSearchTests {
    private let candidates = [
        ("krebs", "Technology", "Reports on cybercrime and computer security."),
        ("security", "News", "A weekly."),
        ("food", "Food", "Recipes for two. 美食与咖啡。"),
        ("coffee", "Food", "Coffee growing."),
    ].map { id, category, text in
        SourceSearch.Candidate(
            source: CatalogueSource(id: id, name: id, url: "https://\(id).example/", category: category),
            texts: [id, category, text]
        )
    }

    @Test(arguments: [
        ("security", ["security", "krebs"]), ("computer security", ["krebs"]), ("recipe", ["food"]),
        ("RECIPES", ["food"]),
        ("咖啡", ["food"]), ("grow", ["coffee"]), ("gro", []), ("food", ["food", "coffee"]), ("", []), ("?!", []),
        ("coffee nonsense", ["coffee"]),
    ])
    func `the best come first`(topic: String, ids: [String]) {
        #expect(SourceSearch.matching(topic, among: candidates).map(\.id) == ids)
    }
}
