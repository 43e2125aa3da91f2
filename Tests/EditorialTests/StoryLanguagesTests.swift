import TextAnalysis
import Testing

@testable import Editorial

/// Reports in several languages are one story where names, numbers and places agree, and only there.
@Suite struct StoryLanguagesTests {
    private let analyser: ArticleAnalyser
    private let index = StoryIndex()

    init() throws {
        let finder = PlaceFinder(gazetteer: try SharedGazetteer.gazetteer.get())
        analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary, places: finder)
    }

    private func report(_ title: String, _ language: String, source: UInt64) -> StoryReport {
        let text = analyser.text(title: title, declared: language, usual: language)
        return analyser.report(of: text, source: source, time: Double(source) * 60)
    }

    private func story(_ title: String, _ language: String, source: UInt64) -> Int64? {
        let report = report(title, language, source: source)
        return index.add(Int64(source), report, as: index.propose(report))?.story
    }

    @Test(arguments: [
        ("Magnitude 7.1 earthquake strikes Valparaiso, Chile", "智利瓦尔帕莱索发生7.1级地震", "zh"),
        ("Magnitude 6.4 earthquake hits Crete, Greece", "Землетрясение магнитудой 6,4 на Крите, Греция", "ru"),
        ("Explosion in Munich, Germany: 12 dead", "Explosión en Múnich, Alemania: 12 muertos", "es"),
        ("Bus crash near Cairo, Egypt kills 23", "مصر: حادث حافلة قرب القاهرة يودي بحياة 23", "ar"),
        ("Explosion in Warsaw, Poland: 12 dead", "Explosion in Warschau, Polen: 12 Tote", "de"),
    ])
    func `a report joins that of another language`(first: String, second: String, language: String) {
        #expect(story(first, "en", source: 1) == 1)
        #expect(story(second, language, source: 2) == 1)
    }

    @Test(arguments: [
        ("Magnitude 7.1 earthquake strikes Valparaiso, Chile", "智利总统访问北京并会见企业家", "zh"),
        ("Explosion in Munich, Germany: 12 dead", "Alemania aprueba el presupuesto tras meses de debate", "es"),
        ("Explosion in Munich, Germany: 12 dead", "Múnich, Alemania: la Oktoberfest bate récords", "es"),
        ("Bus crash near Cairo, Egypt kills 23", "القاهرة: افتتاح متحف جديد للفنون", "ar"),
        ("Zelensky visits Berlin for talks on air defence", "Бриттни Спирс выступит в Берлине", "ru"),
    ])
    func `places alone do not make one story`(first: String, second: String, language: String) {
        #expect(story(first, "en", source: 1) == 1)
        #expect(story(second, language, source: 2) == 2)
    }

    @Test func `reports of one language are compared by all their words, whether they name places or not`() {
        #expect(story("Explosión en una fábrica de pirotecnia de Múnich deja doce muertos", "es", source: 1) == 1)
        let second = "Doce muertos por la explosión en una fábrica de pirotecnia"
        #expect(story(second, "es", source: 2) == 1)
    }

    @Test func `what a report of another language repeats is not kept back`() {
        let title = "Magnitude 7.1 earthquake strikes Valparaiso, Chile"
        for source in 1...4 { _ = story(title, "en", source: UInt64(source)) }
        #expect(index.propose(report("智利瓦尔帕莱索发生7.1级地震", "zh", source: 5)).sameReports.isEmpty)
    }
}
