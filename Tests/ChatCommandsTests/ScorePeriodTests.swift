import Localization
import TestSupport
import Testing

@testable import ChatCommands

/// The days of scores are named as the days of digests are, and as the titles of scores say.
@Suite(.timed) struct ScorePeriodTests {
    @Test(arguments: [
        ("today", ScorePeriod.day), ("day", .day), ("24h", .day), ("week", .week), ("this week", .week), ("7d", .week),
        ("last 7 days", .week), ("month", .month), ("this month", .month), ("30d", .month), ("season", .season),
        ("this quarter", .season), ("last season", .lastSeason), ("lastseason", .lastSeason), ("all", .all),
        ("all time", .all),
    ])
    func `a period is read and taken away`(typed: String, period: ScorePeriod) {
        var arguments = Arguments(CommandWord.words(in: "word \(typed) global"))
        #expect(ScorePeriod(takenFrom: &arguments) == period)
        #expect(arguments.raw == "word global")
    }

    @Test(arguments: ["last", "last week", "yesterday", "\"today\"", "word global"])
    func `what scores are not added up for is left to be refused`(typed: String) {
        var arguments = Arguments(CommandWord.words(in: typed))
        _ = ScorePeriod(takenFrom: &arguments)
        #expect(!arguments.isEmpty)
    }

    @Test(arguments: [
        ("得分榜 今天", ScorePeriod.day), ("得分榜今天", .day), ("得分榜 本周", .week), ("得分榜 这个星期", .week),
        ("得分榜最近7天", .week), ("得分榜 这个月", .month), ("得分榜本月", .month), ("得分榜 本季度", .season),
        ("得分榜 上一季度", .lastSeason), ("得分榜 全部时间", .all),
        ("得分 今天", .day), ("积分榜 本周", .week), ("分数 今天", .day),
    ])
    func `periods are read in Chinese, too`(line: String, period: ScorePeriod) throws {
        let table = CommandTable.standard.speaking(try ShippedCatalogue.catalogue().typedWords)
        guard case .command(let command, var rest) = table.request(table.words(in: line), allowingPrefix: false) else {
            Issue.record("\(line) is no command")
            return
        }
        #expect(command.name == "scores")
        #expect(ScorePeriod(takenFrom: &rest) == period && rest.isEmpty)
    }

    @Test func `scores of today and of this week are shown, and other words are refused`() async throws {
        let chat = try await Conversation()
        try await chat.says("scores today", expect: "Scores: all games, today")
        for line in ["today's scores", "scores for today", "what are the scores of today"] {
            try await chat.says(line, expect: "Scores: all games, today")
        }
        try await chat.says("scores this week word", expect: "Scores: Word, the last 7 days")
        try await chat.says("scores spelling bee this month", expect: "Scores: Spelling Bee, the last 30 days")
        try await chat.says("scores Spelling Bee", expect: "Scores: Spelling Bee, the last 7 days")
        try await chat.says("quiz scores today", expect: "any points yet")
        for line in ["scores last week", "scores yesterday", "scores today zzqx"] {
            try await chat.says(line, expect: "It goes like this: scores", "today")
        }
        try await chat.says("set lang zh-Hans", expect: "中文")
        for line in ["得分 今天", "今天的得分榜", "今日得分"] {
            try await chat.says(line, expect: "得分：全部游戏，今天")
        }
    }
}
