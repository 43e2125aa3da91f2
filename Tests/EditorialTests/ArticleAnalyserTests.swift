import Testing
import TextAnalysis

@testable import Editorial

@Suite struct ArticleAnalyserTests {
    private let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)

    @Test func `one article is analysed for everything`() {
        let text = analyser.text(
            title: "Arsenal beat Chelsea in the Premier League",
            summary: "Bukayo Saka scored twice. Coach Mikel Arteta praised the goalkeeper.",
            declared: "de"
        )
        let analysis = analyser.analysis(of: text, country: "GB")
        #expect(analysis.language.language == "en" && analysis.language.declared == "de")
        #expect(analysis.subjects.sport?.name == "Soccer")
        #expect(analysis.subjects.topic == nil && !analysis.subjects.isPromotion)
        #expect(analysis.things.contains { $0.name == "Mikel Arteta" && $0.kind == .person })
        #expect(analysis.keyphrases.contains { $0.text == "Premier League" })
        #expect(analyser.analysis(of: text, country: "GB") == analysis)
    }

    @Test(arguments: [("US", "Football"), ("CA", "Football"), ("GB", "Soccer"), ("DE", "Soccer")])
    func `football is what the source's country calls so`(country: String, sport: String) {
        let text = analyser.text(title: "A cold evening of football at the old stadium")
        #expect(analyser.analysis(of: text, country: country).subjects.sport?.name == sport)
    }

    @Test(arguments: ["Президент Франции прилетел в Москву на встречу", "Il presidente parla a Roma con Angela Merkel"])
    func `languages without files have names by their capitals`(title: String) {
        #expect(!analyser.analysis(of: analyser.text(title: title)).things.isEmpty)
    }

    @Test func `without vocabulary there are keyphrases, but no things`() {
        let bare = ArticleAnalyser(vocabulary: Vocabulary([]))
        let analysis = bare.analysis(of: bare.text(title: "Flood in the valley of the Tessel"))
        #expect(analysis.things.isEmpty && analysis.subjects == ArticleSubjects())
        #expect(analysis.keyphrases.contains { $0.text == "Tessel" })
    }
}
