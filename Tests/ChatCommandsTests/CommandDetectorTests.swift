import Localization
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

@Suite struct CommandDetectorTests {
    private func isCommand(_ line: String) throws -> Bool {
        let table = CommandTable.standard.knowing(NetworkKind.roomMarks)
        return CommandReader(table.speaking(try ShippedCatalogue.catalogue().typedWords)).isCommand(line)
    }

    @Test(arguments: [
        "e4 7", "e4 7 f5 2", "E4=7", "e4 clear", "e4 ?27", "word crane", "help", "HELP", "Help digest", "help mail",
        "headlines", "Headlines tech", "headlines at 07:30", "latest 5",
        "hl", "export opml to #news",
        "headlines at off", "news", "news Technology", "digest", "Digest week", "digest week tech to mail",
        "unsub \"The Small Paper and Co of Berlin\"", "headlines weekly at friday 9:00 to mail",
        "digest weekly to mail", "digest at monday to mail", "digest weekly", "Digest daily",
        "headlines daily 5 to mail",
        "headlines 5 at 07:30", "digest every day", "digest weekly tech",
        "digest at 18:00", "digest tech at 25:00", "digest at 18:00 weekdays to mail",
        "digest range=week topic=tech to=mail",
        "digest read stats",
        "digest last week", "read 3", "read #k7f", "read last", "read https://example.org/a", "more", "more 5",
        "save 3",
        "save 3 for the train #later", "save", "unsave 1,3", "saved", "saved today", "saved tag climate", "why 3",
        "history",
        "sub https://example.org/feed", "sub bbc", "subscribe to BBC News", "sub BBC News in World to mail",
        "subscribe example.org", "sub Ledger Post as News", "sub Ledger Post as Money in Finance",
        "add https://example.org", "follow https://example.org", "unsub bbc", "unsub 3", "remove 3", "feeds",
        "feeds broken", "feed rename bbc to Beeb", "pause", "pause bbc", "resume all", "refresh", "undo",
        "sources africa",
        "discover space", "preview bbc", "import", "import https://example.org/list.opml", "export opml to mail",
        "alert add \"security update\" to mail", "alert new photos", "alert 2 to mail", "alert list", "alerts",
        "alert off 2", "schedules", "schedules off 2", "quiet 22:00-07:00 except urgent", "quiet off", "quiz", "quiz 5",
        "quiz stop", "set lang de", "set tz=Europe/Paris", "me", "link", "link K7QB4T9X", "unlink", "forget me",
        "yes", "yes 7qkbd4", "about", "start", "b", "3", "https://example.org/feed", "rss", "rss add example.org",
        "!help me with dinner", "weekly digest at 9", "crier: news from Berlin", "！headlines", "!rss",
    ])
    func `is a command`(_ line: String) throws {
        #expect(try isCommand(line), "\(line)")
    }

    @Test(arguments: [
        "", "   ", "Help me with dinner", "Stop by later", "News from Berlin", "New photos",
        "News update", "Read this!", "Save the date", "Follow up", "Follow up on our call", "Yes please", "Yes, I can",
        "Link to the file", "Quiz night", "Set phasers to stun", "Update", "Last days of summer", "Top reasons to stay",
        "Latest photos", "Add me", "Keep 2 seats free for us", "Schedule", "Export of goods", "Forget it", "Me too",
        "About last night", "Start of the project", "Alert everyone", "Digest of our meeting", "Summary of the call",
        "Headlines from the paper?", "Hello there", "Open house on Sunday", "Quiet evening", "More about this",
        "Digest weekly of what you ate", "Weekly digest", "Headlines daily, please?", "Headlines at the office",
        "why not",
        "Why are you late?", "Pause for a moment", "Resume of John Smith", "Thanks for the news!", "Lunch?",
        "Unsubscribe me from this list please", "head", "Preview of the show tomorrow", "He", "export", "more news",
        "link please", "Subscribe me as a member", "Sub as soon as possible", "Discover Paris this summer",
        "Import tax on the new laptops", "!!!", "! no way", "headl", "-5", "–2026",
    ])
    func `is what people write to each other`(_ line: String) throws {
        #expect(try !isCommand(line), "\(line)")
    }

    @Test func `a long line is read to its bound and no further`() {
        #expect(!CommandReader().isCommand(String(repeating: "help ", count: 100_000)))
        #expect(!CommandReader().isCommand(String(repeating: "\"", count: 100_000)))
    }
}
