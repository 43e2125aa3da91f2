import NewsModel
import Testing

@testable import Localization

struct CommandWordsTests {
    @Test func `a word is shown as it is said behind another one, each line of a usage for itself`() throws {
        let localizer = try LocaleFiles.catalogue().localizer(language: "zh-Hans")
        #expect(localizer.typed("feed rename \("BBC") to \("News")") == "订阅源 改名 BBC 为 News")
        #expect(localizer.typed("feed move \("BBC") to \("World")") == "订阅源 移动 BBC 到 World")
        #expect(localizer.typed("sub \("BBC") to mail") == "订阅 BBC 发到 邮件")
        let usage = "smart rename <a> to <b>\ndigest [to mail]"
        #expect(localizer.typed(HintLine(usage)) == "智能 改名 <a> 为 <b>\n摘要 [发到 邮件]")
    }

    @Test(arguments: [
        ("search title:\"heat pump\" -site:example.org since:7d", "搜索 标题:\"heat pump\" -网站:example.org 自:7d"),
        // There is no Chinese word for audio behind a field, nor for what is saved.
        ("search (has:image OR has:audio) is:unread", "搜索 (含:图片 OR has:audio) 是:未读"),
        ("search is:saved", "搜索 is:saved"),
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
