import TextAnalysis
import Testing

@testable import Editorial

@Suite struct VocabularyTests {
    @Test func `the vocabulary that ships can be read`() {
        #expect(VocabularyFiles.all.count >= 6)
        #expect(VocabularyFiles.vocabulary.problems.map(\.message) == [])
    }

    @Test(arguments: ["en", "zh", "es", "fr", "de", "it", "pt", "nl", "ru", "ja", "ar", "hi", "ko", "tr", "pl"])
    func `every language names nine sports and eight topics, adverts and series`(language: String) {
        let files = VocabularyFiles.all.filter { LanguageGuess.base($0.language) == language }
        let rules = files.flatMap { $0.read().rules }
        func names(_ subject: VocabularyRule.Subject) -> Set<String> {
            Set(rules.filter { $0.subject == subject && !$0.label.isEmpty && !$0.description.isEmpty }.map(\.name))
        }
        let sports: Set = [
            "Baseball", "Basketball", "Combat Sports", "Football", "Golf", "Hockey", "Racing", "Soccer", "Tennis",
        ]
        #expect(names(.sport) == sports)
        #expect(names(.topic).count == 8)
        #expect(rules.contains { $0.subject == .promotion } && rules.contains { $0.subject == .series })
    }

    @Test func `every rule does what its examples say`() {
        let problems = VocabularyCheck.problems(in: VocabularyFiles.all)
        for problem in problems { print("  vocabulary: \(problem.message)") }
        #expect(problems.isEmpty)
    }

    @Test(arguments: [
        ("[[rule]]\nfinds = \"persom\"\nwords = [\"Dr\"]", 2, "'finds' must be one of"),
        ("\n[[rule]]\nfinds = \"person\"\nwhere = \"above\"\nwords = [\"Dr\"]", 4, "'where' must be one of"),
        ("[[rule]]\nfinds = \"weak\"\nwords = [\"big\", \"big\"]", 3, "stands twice"),
        ("[[rule]]\nfinds = \"weak\"\nword = [\"big\"]", 3, "unknown key 'word'"),
        ("[[rule]]\nfinds = \"weak\"\n", 2, "no words"),
        ("[[rule]]\nfinds = \"weak\nwords = []", 2, "rror"),
        ("[[rule]]\nfinds = \"sport\"\nwords = [\"golf\"]\nexamples = [\"Golf in May\"]", 2, "needs a 'name'"),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Golf\"\nwords = [\"golf\"]\nexamples = [\n\"Golf\",\n\"Tea\"]", 7,
            "does not find"
        ),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Golf\"\nwords = [\"golf\"]\nexamples = [\"Golf\"]\nnot = [\"a golf ball\"]",
            6, "taken for"
        ),
        (
            "[[rule]]\nfinds = \"person\"\nwhere = \"first\"\nwords = [\"Ann\"]\nexamples = [\"We met [Bob Ray]\"]", 5,
            "no person"
        ),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Socer\"\nwords = [\"goal\"]", 3,
            "there is no sport 'Socer'; known are"
        ),
        ("[[rule]]\nfinds = \"topic\"\nname = \"Golf\"\nwords = [\"goal\"]", 3, "there is no topic 'Golf'"),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Golf\"\nlabel = \"Golf\"\ndescription = \" \"\nwords = [\"golf\"]",
            5,
            "the 'description' is empty"
        ),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Golf\"\nlabel = \"Golf\"\nwords = [\"golf\"]", 4,
            "with a 'label' needs a 'description'"
        ),
        (
            "[[rule]]\nfinds = \"sport\"\nname = \"Soccer\"\nwords = [\"football\"]\nonly_in = [\"GB\", \"UK\"]", 5,
            "'UK' in 'only_in' is no country"
        ),
        ("[[rule]]\nfinds = \"topic\"\nname = \"ETFs\"\nwords = [\"ETF\"]", 1, "no 'examples'"),
        ("rule = 3", 1, "no [[rule]]"), ("[[rule]]\nfinds = \"weak\"\nwords = \"big\"", 3, "must be a list"),
    ])
    func `what is wrong is named with its file and line`(text: String, line: Int, reason: String) {
        let file = VocabularyFile(path: "en/test.toml", language: "en", text: text)
        let problems = VocabularyCheck.problems(in: [file])
        #expect(problems.contains { $0.line == line && $0.reason.contains(reason) }, "\(problems.map(\.message))")
    }
}
