import NewsModel
import TestSupport
import Testing

@testable import Games

/// What is asked about, and what stands among headlines, tells of an event.
struct QuizStatementTests {
    private func pool(_ title: String, _ language: String = "en") throws -> QuizPool {
        QuizPool([headline(1, title, language: language)], try ShippedQuizWords.vocabulary())
    }

    private func tellsNoEvent(_ title: String, _ language: String) throws -> Bool? {
        try ShippedQuizWords.vocabulary()[language]?.tellsNoEvent(QuizText(title))
    }

    @Test(arguments: [
        ("en", "How to plant an orchard on a roof"), ("en", "The best trams to the airport"),
        ("en", "Top 10 violins of the library"), ("en", "10 ways to ride a tram without a ticket"),
        ("en", "The 7 greatest opera houses of the north"), ("en", "Review: the opera house shows a silent play"),
        ("en", "The old opera house – what comes after the winter"), ("en", "Here’s what the council wants"),
        ("en", "Seven quiet ways to cross the town"), ("en", "Plan your spring with the new tram lines"),
        ("de", "So pflanzt die Stadt einen Garten auf dem Dach"), ("de", "Die besten Bahnen zum Flughafen"),
        ("de", "Kritik: Das Opernhaus zeigt ein stilles Stück"), ("de", "Wie die Bücherei Geigen verleiht"),
        ("de", "Zehn Tipps für den Garten auf dem Dach"), ("de", "Bahn am See - was dafür spricht"),
        ("fr", "Comment la ville plante un verger"), ("es", "Los mejores tranvías del norte"),
        ("zh", "屋顶种植果园攻略"), ("ja", "屋上で果樹を育てる方法"),
    ])
    func `guides, reviews, lists and questions tell no event`(language: String, title: String) throws {
        #expect(try tellsNoEvent(title, language) == true)
    }

    @Test(arguments: [
        ("en", "WHO opens an office in the old harbour"), ("en", "Council seeks a tram line to the airport"),
        ("en", "Minister: trams stop at the harbour again"), ("en", "Five teams reach the final of the cup"),
        ("en", "The council says what it wants"), ("de", "Stadt pflanzt einen Garten auf dem Dach"),
        ("de", "Die Bücherei verleiht wie immer Geigen"), ("fr", "La ville plante un verger"),
        ("es", "La ciudad abre una línea de tranvía"), ("zh", "城市在屋顶种植果园"),
    ])
    func `other titles tell of one`(language: String, title: String) throws {
        #expect(try tellsNoEvent(title, language) == false)
    }

    @Test(arguments: [
        ("Airline shows suites on A380 and 340 planes", false), ("Airline paints 340, then A380 planes", false),
        ("Airline paints big and 340 small planes", true),
    ])
    func `a number that is joined to a name with digits is not asked for`(title: String, isAsked: Bool) throws {
        let number = ArticleFacts.Number(value: 340, unit: "", nouns: ["planes"], text: "340 planes")
        let pool = QuizPool([headline(1, title, numbers: [number])], try ShippedQuizWords.vocabulary())
        #expect(pool.gaps[0].contains { $0.kind == .number } == isAsked)
    }

    @Test func `what tells no event may be asked about, and stands among no choices`() throws {
        let event = try pool("The library lends out violins in spring")
        #expect(event.isFit == [true] && event.canStandAmongChoices == [true])
        let guide = try pool("How the library lends out violins in spring")
        #expect(guide.isFit == [true] && guide.canStandAmongChoices == [false])
    }

    @Test(arguments: [
        ("en", "Fix it, finish it, or frog it February", []), ("en", "Harbour news of the week: Monday", []),
        ("en", "Knitters of the town open a shop in February", ["February"]),
        ("en", "Knitters of the town open a shop next Monday", ["Monday"]),
        ("en", "February will bring a new tram to the town", ["February"]),
        ("en", "Council votes Tuesday on the tram line", ["Tuesday"]),
        ("de", "Rätsel der Woche für die ganze Stadt: Montag", []),
        ("de", "Die Stadt eröffnet am Montag ihre neue Bahn", ["Montag"]),
        ("zh", "本周的谜语和笑话：星期一", []), ("zh", "城市铁路将于星期一开通", ["星期一"]),
    ])
    func `a day or month is asked for inside a statement only`(
        language: String,
        title: String,
        dates: [String]
    ) throws {
        let gaps = try pool(title, language).gaps.joined().filter { $0.kind == .date }
        #expect(gaps.map(\.text) == dates)
    }

    @Test func `a loose day dates a headline, too, so it stands among no choices`() throws {
        let loose = try pool("Fix it, finish it, or frog it February")
        #expect(loose.isFit == [true] && loose.canStandAmongChoices == [false])
    }
}
