import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What is set is shown as a short card, and each setting explains itself.
@Suite(.timed) struct SettingCardTests {
    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a room's settings are a card of at most eight lines, for everybody there`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let card = try await chat.says(
            "crier: set room",
            as: .guest,
            in: "#news",
            expect: "Settings of #news",
            "crier: set room lang shows the choices",
            "I push here",
            "Commands here begin with !.",
            "There are no quiet hours."
        )
        #expect(card.split(separator: "\n").count <= (kind == .irc ? 8 : 9), "\(card)")
        #expect(card.contains("headline changes") == (kind == .matrix))
        try await chat.says("crier: set room idle 10m", as: .op, in: "#news", expect: "after 10 minutes of silence")
        try await chat.says("crier: set room", in: "#news", expect: "after 10 minutes of silence")
        try await chat.says("!set room", expect: "works in \(kind == .irc ? "channels" : "rooms") only")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a person's settings are a card in private`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.says("!set tz paris", expect: "Europe/Paris")
        try await chat.says("!quiet 22:00-07:00", expect: "22:00")
        let card = try await chat.says(
            "!set",
            expect: "Your settings",
            "English",
            "Europe/Paris",
            "from 22:00 to 07:00"
        )
        #expect(card.split(separator: "\n").count <= 8)
        let inRoom = await chat.replies("crier: set", in: "#news")
        #expect(inRoom.map(\.address.kind) == [.person, .room])
        try await chat.says("!set", as: .guest, expect: "who you are")
    }

    @Test(arguments: [
        ("lang", "I speak English with you.", "zh-Hans", "set lang en"),
        ("tz", "Your time zone is UTC", "city", "set tz Europe/Paris"),
        ("updates", "I do not follow up stories", "on or off", "set updates on"),
        ("repeats", "After three reports of the same news", "on or off", "set repeats on"),
        ("health", "I say when a feed fails", "on or off", "set health off"),
        ("format", "as it looks best", "plain", "set format plain"),
    ])
    func `a bare setting says what it is, what it may be, and an example`(
        name: String,
        now: String,
        values: String,
        example: String
    ) async throws {
        let chat = try await Conversation()
        try await chat.says("!set \(name)", expect: now, values, "For example: \(example)")
    }

    @Test(arguments: [
        ("prefix", "begin with !", "one to three signs", "set room prefix ."),
        ("idle", "minutes of silence", "1,440 minutes", "set room idle 10m"),
        ("lines", "lines an hour", "1,000 lines", "set room lines 20"),
        ("alerts", "Alerts come here at once", "wait for silence", "set room alerts wait"),
        ("notice", "as notices", "on or off", "set room notice on"),
        ("format", "as it looks best", "colour", "set room format colour"),
        ("verbs", "need my name", "off for none", "set room verbs more, -quiz"),
        ("updates", "leave posts as they are", "edit or off", "set room updates edit"),
        ("digests", "without a thread", "thread or plain", "set room digests thread"),
        ("games", "in private here", "together or privately", "set room games together"),
        ("tz", "The time zone of this room", "city", "set room tz Europe/Paris"),
    ])
    func `so does a room's, and the example works`(
        name: String,
        now: String,
        values: String,
        example: String
    ) async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.says(
            "crier: set room \(name)",
            in: "!news",
            expect: now,
            values,
            "For example: crier: \(example)"
        )
        let done = try await chat.says("crier: \(example)", as: .op, in: "!news", expect: " ")
        #expect(!done.contains("It goes like this"))
    }

    @Test(arguments: [
        ("games alone", "“alone” is not possible. They can be played together or privately", "games together"),
        ("lines 0", "“0” is not possible. It can be 1 to 1,000 lines an hour.", "lines 20"),
        ("format nice", "“nice” is not possible. It can be plain", "format colour"),
        ("alerts later", "“later” is not possible. They can wait for silence, or come now.", "alerts wait"),
    ])
    func `a value that a room's setting cannot have is answered with those that it can`(
        setting: String,
        words: String,
        example: String
    ) async throws {
        let chat = try await Conversation()
        try await chat.says(
            "crier: set room \(setting)",
            as: .op,
            in: "#news",
            expect: words,
            "For example: crier: set room \(example)"
        )
    }

    @Test func `what cannot be set is said`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set hat", expect: "no setting “hat”")
        try await chat.says("!set images", expect: "Only mail can show pictures, and I send no mail.")
        try await chat.says("!help set images", expect: "Only mail can show pictures, and I send no mail.")
        let withMail = try await Conversation(mailAddress: "news@example.org")
        try await withMail.says("!set images", expect: "Pictures in mail can be on or off.", "set images on")
        for line in ["!help set images", "!help images"] {
            try await withMail.says(line, expect: "set images on|off", "mail to you shows the pictures")
        }
        try await chat.says("crier: set room images", in: "#news", expect: "no setting “images”")
        try await chat.says("crier: set room updates", in: "#news", expect: "on networks that can edit")
        try await chat.says("!set quiet", expect: "no quiet hours", "To set some: quiet 22:00-07:00")
    }

    @Test(arguments: [NetworkKind.irc, .matrix]) func `in Chinese too`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.says("!set lang zh-Hans", expect: "中文")
        try await chat.says("!set", expect: "您的设置", "没有免打扰时间")
        try await chat.says("!set format", expect: "最好看的形式", "例如：设置 格式 纯文字")
        try await chat.says("设置 格式 纯文字", expect: "设置 格式 丰富")
        try await chat.says("crier: set room lang zh", as: .op, in: "#news", expect: "在这里使用")
        try await chat.says("crier: set room", in: "#news", expect: "#news 的设置", "这里的命令以 ! 开头")
    }
}
