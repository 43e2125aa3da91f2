import NewsModel
import Testing

@testable import Localization

struct JoinedNamesTests {
    @Test(arguments: [("en", "a, b, c", "a, b"), ("zh-Hans", "a、b、c", "a，b")])
    func `names and facts have between them what the language has there`(
        language: String,
        names: String,
        facts: String
    ) throws {
        let localizer = try LocaleFiles.catalogue().localizer(language: language)
        #expect(localizer.joined(names: ["a", "b", "c"]) == names)
        #expect(localizer.joined(facts: ["a", "b"]) == facts)
        #expect(localizer.text("saved.removed", ["titles": .names(["a", "b", "c"])]).contains(names))
    }
}
