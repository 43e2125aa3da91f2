import Foundation
import NewsModel
import Storage
import Testing

@testable import ChatCommands

extension Conversation {
    fileprivate func answer(_ text: String) async -> String {
        await replies(text).map { plain($0.message.body) }.joined(separator: "\n")
    }
}

/// What is muted is on no map, a continent means the same everywhere, and hostile lines do no harm.
@Suite struct PlaceMuteTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes(
            "Floods close schools in Leipzig",
            "Concert hall in Dresden opens again",
            "Tram drivers in Turin on strike",
            "Festival fills the streets of Valencia, Spain",
            "Parliament argues about the budget"
        )
        return chat
    }

    @Test func `the map leaves out what is muted or filtered out, and names a muted place`() async throws {
        let chat = try await chat()
        let before = await chat.answer("map")
        #expect(before.contains("Turin") && before.contains("Valencia") && !before.contains("is muted"))
        _ = await chat.answer("mute place Italy")
        let map = await chat.answer("map")
        #expect(
            !map.contains("Turin") && map.contains("“place:italy” is muted here") && map.contains("unmute 1"),
            "\(map)"
        )
        _ = await chat.answer("mute floods")
        #expect(await !chat.answer("map").contains("Leipzig"))
        _ = await chat.answer("filter * festival")
        #expect(await !chat.answer("map").contains("Valencia"))
        #expect(await chat.answer("map").contains("Dresden"))
        _ = await chat.answer("headlines Dresden")
        _ = await chat.answer("mute 1")
        let nothing = await chat.answer("map")
        #expect(!nothing.contains("Dresden") && nothing.contains("is muted here"), "\(nothing)")
        _ = await chat.answer("set lang zh-Hans")
        #expect(await chat.answer("地图").contains("“place:italy”在这里已静音"))
    }

    @Test func `a continent means the same in lists, searches, mutes and filters`() async throws {
        let chat = try await chat()
        let found = await chat.answer("search place:Europe")
        for town in ["Leipzig", "Dresden", "Turin", "Valencia"] { #expect(found.contains(town), "\(found)") }
        #expect(!found.contains("budget"))
        #expect(await !chat.answer("search place:Asia").contains("Leipzig"))
        let alert = await chat.answer("!alert add place:Europe")
        #expect(alert.contains("4 of the newest"), "\(alert)")
        _ = await chat.answer("filter * place:Europe")
        #expect(await !chat.answer("headlines").contains("Leipzig"))
        _ = await chat.answer("filter remove 1")
        #expect(await chat.answer("headlines").contains("Leipzig"))
        _ = await chat.answer("mute place Europe 7d")
        let headlines = await chat.answer("headlines")
        #expect(!headlines.contains("Leipzig") && headlines.contains("budget"), "\(headlines)")
    }

    /// What nobody means, or means no good by.
    private static let hostile = [
        "map 🦀", "map ' OR 1=1 --", "map \(String(repeating: "x", count: 5_000))", "map 99999999999999999999",
        "map map",
        "region 0", "region \u{202E}ynamreG", "region Saxony|Europe",
        "region \(String(repeating: "Saxony ", count: 300))",
        "near \(String(repeating: "Leipzig ", count: 300))", "near Leipzig 1e400km", "near Leipzig nankm",
        "near Leipzig -∞ km", "near Leipzig 50 50 50", "near 0", "near %s %n {name}", "near \"", "headlines Turin -3",
        "headlines Turin 5 all sources", "headlines near", "mute place {name}", "mute place \"", "mute place Gaza 0d",
        "mute place Gaza 99999999d", "!alert add place:", "!alert add near:,", "!alert add near:Leipzig,-5km",
        "!alert add near:\"Leipzig", "!alert add near:🦀,5km", "search place:\"", "search near:Leipzig,0km",
        "附近 🦀", "附近 莱比锡 0公里", "附近 莱比锡 -5公里", "地区 某某某地", "地图 没有的类别", "静音 地点 {name}",
        "!提醒 添加 靠近:,", "头条 都灵 -3",
    ]

    @Test(arguments: hostile, ["en", "zh-Hans"])
    func `hostile lines are answered with a sentence, in two languages`(line: String, language: String) async throws {
        let chat = try await chat()
        _ = await chat.answer("set lang \(language)")
        let answer = await chat.answer(line)
        #expect(!answer.isEmpty && answer.count < 4_000, "\(line.prefix(60)): \(answer.prefix(300))")
        #expect(!answer.replacing("{name}", with: "").contains("{"), "\(answer)")
        // Nothing is the worse for it.
        #expect(
            await chat.answer("near Leipzig").contains("Floods close") || line.contains("mute") || line.contains("静音")
        )
    }
}
