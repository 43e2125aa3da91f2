import Games
import Localization
import NewsModel
import TestSupport
import Testing

@testable import GameRooms

@Suite struct PuzzleLibraryTests {
    private let library = PuzzleLibrary { $0.hasPrefix("en-bee") ? nil : "abcde" }

    @Test(arguments: [
        ("german", WordLanguage.german), ("Deutsch", .german), ("DE", .german), ("French", .french),
        ("français", .french), ("Francais", .french), ("español", .spanish), ("espanol", .spanish), ("en", .english),
        ("Englisch", .english),
    ])
    func `a language is known by its code, and by its name in English and its own`(
        name: String,
        language: WordLanguage
    ) throws {
        for reader in ["en", "zh-Hans"] {
            let localizer = try ShippedCatalogue.catalogue().localizer(language: reader)
            #expect(library.language(named: name, localizer) == language)
        }
    }

    @Test func `a reader's own names are known, and nothing else is`() throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "zh-Hans")
        #expect(library.language(named: "德语", localizer) == .german)
        #expect(library.language(named: "西班牙语", localizer) == .spanish)
        for name in ["", "klingon", "日语", "d"] { #expect(library.language(named: name, localizer) == nil, "\(name)") }
    }
}
