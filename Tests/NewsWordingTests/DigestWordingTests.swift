import Editorial
import Foundation
import NewsModel
import Testing

@testable import NewsWording

struct DigestWordingTests {
    private let now = WordingSamples.now

    private func digest(_ articles: [ListedArticle], period: DigestPeriod = .week, statistics: Bool = false) -> Digest {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return DigestBuilder.news(articles, period: period, withStatistics: statistics, now: now, calendar: calendar)
    }

    private func wording(_ language: String = "en") throws -> DigestWording {
        DigestWording(localizer: try WordingSamples.localizer(language), hints: WordingSamples.hints)
    }

    @Test func `a digest has period, range, counts, stories by feed and its time`() throws {
        let articles = [
            WordingSamples.listed(1, feed: "A"), WordingSamples.listed(2, feed: "A"),
            WordingSamples.listed(3, feed: "B", isAlerted: true),
        ]
        let lines = try wording().text(digest(articles)).lines
        #expect(lines[0] == "# Digest: the last 7 days")
        #expect(lines[1] == "Nov 18 – Nov 24, 2026 · 3 stories from 2 feeds")
        #expect(lines[2] == "## A (2 stories)")
        #expect(lines[3] == "### Tue, Nov 24")
        #expect(lines[4] == "1. Title 2 <https://example.org/2>")
        #expect(lines[6] == "## B (1 story)")
        #expect(lines[7] == "3. [alert] Title 3 <https://example.org/3> — Tue, Nov 24")
        #expect(lines[8].hasPrefix("~ Made Nov 24, 2026"))
        #expect(lines[8].contains("`crier: read 1`") && lines[8].contains("`crier: digest weekly at 18:00`"))
    }

    @Test func `a digest in Chinese is in Chinese`() throws {
        let lines = try wording("zh-Hans").text(digest([WordingSamples.listed(1)])).lines
        #expect(lines[0] == "# 摘要：最近 7 天")
        #expect(lines[1] == "2026年11月18日至2026年11月24日 · 1 篇报道，来自 1 个订阅源")
    }

    @Test func `what found no room is counted, or at most so many where some may be muted`() throws {
        let digest = digest([WordingSamples.listed(1)])
        let exact = try wording().text(digest, leftOut: 2).lines
        #expect(exact.contains("2 more stories found no room in this digest."))
        let most = try wording().text(digest, leftOut: 2, isLeftOutAtMost: true).lines
        #expect(most.contains("Up to 2 more stories found no room in this digest."))
        let chinese = try wording("zh-Hans").text(digest, leftOut: 2, isLeftOutAtMost: true).lines
        #expect(chinese.contains("另有最多 2 篇报道未能列入本次摘要。"))
    }

    @Test func `statistics are shown when they are there`() throws {
        let lines = try wording().text(digest([WordingSamples.listed(1)], statistics: true)).lines
        #expect(lines.contains("## Statistics"))
        #expect(lines.contains("- Total 1, 0.1 a day"))
        #expect(lines.contains("- Top feeds: Example (1)"))
        #expect(lines.contains("- Most active days: Tue, Nov 24 (1)"))
    }

    @Test func `a limit shortens the longest feeds first and says how much is left out`() throws {
        let articles =
            (1...20).map { WordingSamples.listed($0, feed: "A") }
            + (21...22).map { WordingSamples.listed($0, feed: "B") }
        let digest = digest(articles)
        let lines = try wording().text(digest, limit: 6).lines
        #expect(lines.filter { $0.contains("example.org") }.count == 6)
        #expect(lines.contains("- … and 16 more. All of A: `crier: digest week A`"))
        #expect(DigestWording.listed(digest, limit: 6).count == 6)
        #expect(DigestWording.listed(digest).count == 22)
    }

    /// Harbour Times with twelve stories of two days, and Pitch with ten; story 13 has four more sources.
    private func long() -> Digest {
        let harbour = (1...12).map { number in
            WordingSamples.listed(Int64(number), feed: "Harbour Times", minutesAgo: number < 4 ? 60 : 1_500)
        }
        let pitch = (13...22).map { number in
            WordingSamples.listed(Int64(number), feed: "Pitch", sources: number == 13 ? 4 : 0)
        }
        return digest(harbour + pitch)
    }

    @Test func `a long digest has the most carried first, a date once a day, and the way to the rest`() throws {
        let lines = try wording().text(long(), perFeed: 5).lines
        #expect(lines[2] == "## Carried by most sources")
        #expect(lines[3] == "1. Title 13 <https://example.org/13> — Pitch · +4 sources")
        #expect(lines[4] == "## Harbour Times (12 stories)")
        #expect(lines[5] == "### Tue, Nov 24")
        #expect(lines[6] == "2. Title 3 <https://example.org/3>")
        #expect(lines[9] == "### Mon, Nov 23")
        #expect(lines[12] == "- … and 7 more. All of Harbour Times: `crier: digest week \"Harbour Times\"`")
        #expect(lines.filter { $0.contains("Title 13") }.count == 1)
        #expect(lines.filter { $0.contains("Mon, Nov 23") }.count == 1)
        #expect(lines.contains("- … and 4 more. All of Pitch: `crier: digest week Pitch`"))
        let numbers = DigestWording.listed(long(), perFeed: 5).map(\.article.id.rawValue)
        #expect(numbers.prefix(2) == [13, 3])
    }

    @Test func `a long digest in Chinese is in Chinese`() throws {
        let lines = try wording("zh-Hans").text(long(), perFeed: 5).lines
        #expect(lines[2] == "## 来源最多的报道")
        #expect(lines.contains("- ……还有 4 篇。Pitch 的全部报道：`crier: 摘要 一周 Pitch`"))
    }

    @Test func `a whole long digest lists every story once`() throws {
        let lines = try wording().text(long()).lines
        for number in 1...22 {
            #expect(lines.filter { $0.contains("Title \(number) <") }.count == 1, "\(number)")
        }
        #expect(!lines.contains { $0.contains("more") })
    }

    @Test(arguments: [("en", "12 more stories found no room"), ("zh-Hans", "另有 12 篇报道未能列入")])
    func `a digest says how many stories it could not take`(language: String, words: String) throws {
        let digest = digest([WordingSamples.listed(1)])
        #expect(try wording(language).text(digest, leftOut: 12).lines.contains { $0.contains(words) })
        #expect(try !wording("en").text(digest).lines.contains { $0.contains("no room") })
        #expect(try wording("en").text(digest, leftOut: 1).lines.contains("1 more story found no room in this digest."))
    }

    @Test func `an empty digest says what to do`() throws {
        let lines = try wording().text(digest([])).lines
        #expect(lines.count == 1)
        #expect(lines[0].contains("`crier: digest month`") && lines[0].contains("`crier: sub <address"))
    }

    @Test func `a scheduled digest says that it is late or stands for two`() throws {
        let missed = now.addingTimeInterval(-3600)
        let digest = digest([WordingSamples.listed(1)])
        #expect(
            try wording().text(digest, note: .late(missed)).lines[2].hasPrefix("Late: this was due at Nov 24, 2026")
        )
        #expect(try wording().text(digest, note: .folded(missed)).lines[2].hasPrefix("With what was missed at Nov 24"))
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `what comes by the clock says how to stop this very schedule, and does not offer itself`(
        language: String
    ) throws {
        let wording = DigestWording(localizer: try WordingSamples.localizer(language), hints: .privately)
        let digest = digest([WordingSamples.listed(1)])
        let asked = try #require(wording.text(digest).lines.last)
        let weekly = language == "en" ? "`digest weekly at 18:00`" : "`摘要 每周 定时 18:00`"
        #expect(asked.contains(weekly) && !asked.contains("schedules") && !asked.contains("定时 关闭"))
        let scheduled = try #require(wording.text(digest, schedule: 3).lines.last)
        let (off, all) = language == "en" ? ("schedules off 3", "schedules") : ("定时 关闭 3", "定时")
        #expect(scheduled.contains("`\(off)`") && scheduled.contains("`\(all)`"))
        #expect(!scheduled.contains("digest at") && !scheduled.contains("摘要 定时"))
        let headlines = Headlines(lead: WordingSamples.listed(1), isBreaking: false, others: [], madeAt: now)
        let top = HeadlinesWording(localizer: try WordingSamples.localizer(language), hints: .privately)
            .text(headlines, schedule: 12)
        #expect(try #require(top.lines.last).contains(language == "en" ? "`schedules off 12`" : "`定时 关闭 12`"))
    }
}

struct HeadlinesWordingTests {
    private func lines(_ minutesAgo: Double, category: String? = nil) throws -> [String] {
        var articles = (1...3).map {
            WordingSamples.listed(
                $0,
                category: "News",
                minutesAgo: minutesAgo + Double($0),
                summary: $0 == 1 ? "In short." : "No."
            )
        }
        // A second source of the first story.
        articles.append(WordingSamples.listed(1, feed: "Other", category: "News", minutesAgo: minutesAgo + 9))
        let headlines = HeadlineSelection.headlines(from: articles, now: WordingSamples.now)
        let wording = HeadlinesWording(localizer: try WordingSamples.localizer(), hints: WordingSamples.hints)
        return wording.text(headlines, category: category).lines
    }

    @Test func `the first story stands apart, young news of two sources is breaking`() throws {
        let lines = try lines(30)
        #expect(lines[0] == "# What's moving the world right now")
        #expect(lines[1] == "1. BREAKING Title 1 — Example · 31m ago")
        #expect(lines[2] == "In short.")
        #expect(lines[3] == "https://example.org/1")
        #expect(lines[4] == "2. Title 2 — Example · 32m ago")
        #expect(lines.last == "~ Type `crier: read 1` to read one, `crier: more` for more.")
    }

    @Test func `from two hours on nothing is breaking`() throws {
        #expect(try lines(120)[1] == "1. Title 1 — Example · 2h ago")
    }

    @Test func `no headlines say what to do`() throws {
        let wording = HeadlinesWording(localizer: try WordingSamples.localizer(), hints: WordingSamples.hints)
        let none = HeadlineSelection.headlines(from: [], now: WordingSamples.now)
        #expect(wording.text(none).lines[0].contains("`crier: sub <address"))
        #expect(wording.text(none, category: "Tech").lines[0].contains("Tech"))
        #expect(try lines(30, category: "Tech")[0] == "# What's moving in Tech right now")
    }
}
