import Foundation
import Testing

@testable import Games

/// Judges the words to be found by lists that had no part in choosing them.
@Suite struct CuratedWordsTests {
    /// Past forms that the rules of a language do not tell from other words.
    private static let past: [WordLanguage: String] = [
        .english: """
        began begun blown broke built burnt chose clung crept dealt drank drawn drove drunk dwelt flung found froze given grown
        heard hewed known knelt leant leapt learnt meant paid risen sawed shone shook shown slain slept slung sowed spelt
        spent spilt spoke spun stole stood stuck stung stunk swept swore sworn swung taken thrown told torn trod undid woken
        woven wrote wrung
        """,
        .german: """
        aßest bat blieb blies boten brach fiele fielt fing fraß froren galten gefiel genas ginge gossen hatte hielt hieß kamen
        kaute kroch ließ litten lügt mochte nahm rieb rief rissen roch sahen schlug sannen sogen stank starb stieg stieß
        trafen traten trug wurde wusch wuchs wussten zogen gehabt getan
        """,
        .french: """
        abattu aboli accru acquis admis aigri appris assis battu choisi compris connu conquis couru craint cuits déçus émis
        fallu fendu finis fondu frits garni joint lu mordu moulu muni occis paru parti pendu perçu perdu plu puni ravi rendu
        rompu saisi senti servi soumis subi suivi surpris tendu tenus tondu tordu trahi vaincu vécu vendu venu verni vêtu voulu
        """,
        .spanish: """
        abierto cubre dicho dichos frito hecho hechos impreso leído muerto oído provisto puesto roto visto vuelto osado izada
        """,
    ]

    /// First names that the analysis of news knows, of all languages.
    private static func firstNames() throws -> [String] {
        let data = ShippedWords.folder.deletingLastPathComponent()
        let folder = data.appending(path: "vocabulary")
        let languages = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try languages.flatMap { language -> [String] in
            let file = folder.appending(path: language).appending(path: "names.toml")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
            return try text.split(separator: "[[rule]]").filter { $0.contains("where = \"first\"") }.flatMap { rule in
                let begin = try #require(rule.range(of: "words = [")).upperBound
                let end = try #require(rule.range(of: "]", range: begin..<rule.endIndex)).lowerBound
                return rule[begin..<end].split(separator: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }
                    .map { String($0.element) }
            }
        }
    }

    /// Words that are answers although they are names elsewhere.
    private static func also(_ language: WordLanguage) throws -> Set<String> {
        let file = ShippedWords.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/words/also-\(language.rawValue).txt")
        return Set(WordList.lines(try String(contentsOf: file, encoding: .utf8)).map(language.folded))
    }

    @Test(arguments: WordLanguage.allCases)
    func `no answer is a first name or a country`(language: WordLanguage) throws {
        let names = try Self.firstNames()
        #expect(names.count > 500)
        let own = Locale(identifier: language.rawValue)
        // The region 001 is the world.
        let regions = Locale.Region.isoRegions.filter { $0.identifier != "001" }
        let countries = regions.compactMap { own.localizedString(forRegionCode: $0.identifier) }
        #expect(countries.count > 200)
        let known = Set((names + countries).map(language.folded)).subtracting(try Self.also(language))
        #expect(try ShippedWords.list(language).answers.filter(known.contains) == [])
    }

    @Test(arguments: WordLanguage.allCases)
    func `no answer is a past form`(language: WordLanguage) throws {
        let past = Set(
            (Self.past[language] ?? "").split(whereSeparator: \.isWhitespace).map { language.folded(String($0)) }
        )
        #expect(past.count > 10)
        let answers = try ShippedWords.list(language).answers
        #expect(answers.filter(past.contains) == [])
        guard language == .spanish else { return }
        let also = try Self.also(language)
        let participles = answers.filter { word in
            ["ado", "ada", "ido", "ida"].contains { word.hasSuffix($0) } && answers.contains(word.dropLast(2) + "r")
        }
        #expect(participles.filter { !also.contains($0) } == [])
    }

    @Test func `rivers, brands, slurs and loan words that slipped through once stay out`() throws {
        let out: [WordLanguage: [String]] = [
            .german: ["anwar", "peene", "spree", "debil", "queer", "tussi", "tunte", "nizza", "papas", "codes"],
            .french: ["peter", "rital", "nabot", "anale", "slave", "perse", "marie", "trama"],
            .spanish: ["cojon", "ojete", "gales", "vespa", "persa", "uvita"],
            .english: ["welch", "bundy", "homer", "mecca", "mores", "bound"],
        ]
        for (language, words) in out {
            let list = try ShippedWords.list(language)
            #expect(list.answers.filter(words.contains) == [])
            // They may be guessed.
            #expect(words.allSatisfy(list.contains), "\(language)")
        }
    }
}
