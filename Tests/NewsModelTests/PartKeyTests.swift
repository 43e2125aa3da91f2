import NewsModel
import Testing

@Suite struct PartKeyTests {
    /// Texts that servers and databases of released versions remember: none of them may ever change.
    static let released: [(PartKey, String)] = [
        (.message(MessageID(rawValue: 7), part: 0), "7-0"),
        (.message(MessageID(rawValue: .max), part: 12), "9223372036854775807-12"),
        (.reply(to: "m1", part: 1), "reply-m1-1"),
        (.reply(to: "mail-7-0", part: 12), "reply-mail-7-0-12"),
        (.reply(to: "$event:example.org", part: 1), "reply-$event:example.org-1"),
        (.quiz(QuizRoundID(rawValue: 4), [.reveal(0), .ask(1)], part: 0), "quiz-4-reveal0-ask1-0"),
        (.quiz(QuizRoundID(rawValue: 4), [.reveal(4), .finish], part: 2), "quiz-4-reveal4-finish-2"),
        (.quiz(QuizRoundID(rawValue: 4), [], part: 0), "quiz-4--0"),
        (.scheduledQuiz(ScheduleID(rawValue: 3), slot: 202_611_182_000, part: 0), "quiz-s3-202611182000-0"),
        (.ownerHint(account: "alice", second: 1_763_640_000, part: 0), "hint-alice-1763640000-0"),
        (.welcome(room: "!a:hs", millisecond: 1_763_640_000_000, part: 0), "welcome-!a:hs-1763640000000-0"),
        (.unreadable(room: "!a:hs", part: 0), "unreadable-!a:hs-0"),
        (.directRoom("!a:hs", part: 0), "opened-!a:hs-0"),
        (
            .puzzleResult(
                PuzzleResultID(
                    puzzle: PuzzleID(rawValue: 7),
                    player: ProfileID(rawValue: 3),
                    room: RoomID(rawValue: 12)
                ),
                part: 0
            ), "puzzle-7-3-12-0"
        ),
    ]

    @Test(arguments: released)
    func `a key has the text of released versions, and is read from it`(key: PartKey, text: String) {
        #expect(key.text == text)
        #expect(PartKey(text) == key)
    }

    /// Ids from outside may hold anything, the marks of other keys too.
    @Test(arguments: [
        "-", "--", "a-1", "a-1-2", "-1", "1-", " ", "two words", "line\nbreak", "\0", "7-0", "reply-m1-1",
        "quiz-4-ask0",
        "hint-x-1-0", "日本-語", "e\u{301}-1", "🅰", "<a@b>", "a:b", String(repeating: "x-", count: 500),
    ])
    func `text from outside comes back as it was`(name: String) {
        for key: PartKey in [
            .reply(to: name, part: 1), .ownerHint(account: name, second: 5, part: 0),
            .welcome(room: name, millisecond: 5, part: 0), .unreadable(room: name, part: 3), .directRoom(name, part: 0),
        ] {
            #expect(PartKey(key.text) == key)
        }
    }

    @Test func `different keys have different texts`() {
        let names = ["a", "a-1", "a-1-1", "-1", "1"]
        let keys: [PartKey] = names.flatMap { name in
            [1, 11].flatMap { number -> [PartKey] in
                [
                    .reply(to: name, part: number), .ownerHint(account: name, second: 1, part: number),
                    .welcome(room: name, millisecond: 1, part: number), .unreadable(room: name, part: number),
                    .directRoom(name, part: number),
                ]
            }
        }
        #expect(Set(keys.map(\.text)).count == Set(keys).count)
    }

    @Test(arguments: [
        "", "-", "7", "7-", "-0", "7--0", "7-0-1", "07-0", "7-00", "+7-0", "7-+0", "-7-0", "7-0 ", "x-1", "reply",
        "reply-",
        "reply-x", "reply--1", "reply-x-y", "quiz-7-0", "quiz-x-ask1-0", "quiz-7-ask-0", "quiz-7-say1-0", "quiz-s3-0",
        "quiz-s3-x-0", "quiz-s-1-0", "puzzle-7-0", "puzzle-7-3-0", "puzzle-7-3-x-0", "puzzle-7-3-1-2-0", "hint-1-0",
        "hint--1-0", "welcome-!room-0", "welcome-!a:hs-x-0", "typing-!a:hs-0",
        "99999999999999999999-0",
    ])
    func `a text that is no key's is not read`(text: String) {
        if let key = PartKey(text) { Issue.record("\(text) is read as \(key)") }
    }
}
