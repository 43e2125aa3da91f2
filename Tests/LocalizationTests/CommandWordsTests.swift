import NewsModel
import Testing

@testable import Localization

struct CommandWordsTests {
    @Test(arguments: [
        ("search title:\"heat pump\" -site:example.org since:7d", "搜索 标题:\"heat pump\" -网站:example.org 自:7d"),
        // Nobody understands a Chinese word for audio, nor for `is:`.
        ("search (has:image OR has:audio) is:unread", "搜索 (含:图片 OR has:audio) is:unread"),
        ("search \"title: x\" until:mon", "搜索 \"title: x\" 至:周一"), ("near:", "靠近:"), ("smart:title", "智能:title"),
    ])
    func `fields of queries are shown in the language, and their values where it has a word`(
        line: String,
        shown: String
    ) throws {
        let localizer = try LocaleFiles.catalogue().localizer(language: "zh-Hans")
        #expect(localizer.typed(HintLine(line)) == shown)
        // What somebody typed stays as it is.
        #expect(localizer.typed("search \("title:moon has:image")") == "搜索 title:moon has:image")
        #expect(try LocaleFiles.catalogue().localizer(language: "en").typed(HintLine(line)) == line)
    }
}
