import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A schedule's time is replaced in one command, and taken back in one.
@Suite(.timed) struct ScheduleMoveTests {
    @Test(arguments: [NetworkKind.irc, .matrix])
    func `the same list at another time is moved, and undo moves it back`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.says("!headlines at 07:30", expect: "Headlines daily at 07:30")
        try await chat.says(
            "!headlines at 08:00",
            expect: "Headlines daily at 08:00, to you",
            "Moved from 07:30 to 08:00; undo brings 07:30 back. For both times: headlines also at 07:30"
        )
        let list = try await chat.says("!schedules", expect: "1. Headlines daily at 08:00", "schedules 1 at 18:00")
        #expect(!list.contains("07:30"))
        try await chat.says("!undo", expect: "Taken back: headlines at 08:00")
        try await chat.says("!schedules", expect: "1. Headlines daily at 07:30")
        try await chat.says("!undo", expect: "Taken back: headlines at 07:30")
        #expect(try await !chat.says("!schedules", expect: "headlines at").contains("1."))
    }

    @Test(arguments: [NetworkKind.irc, .matrix]) func `also adds a time, and then nothing is moved`(
        kind: NetworkKind
    ) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.says("!headlines at 07:30", expect: "07:30")
        try await chat.says("!headlines also at 12:00", expect: "Headlines daily at 12:00", "To stop: schedules off 2")
        let third = try await chat.says("!headlines at 18:00", expect: "Headlines daily at 18:00", "schedules off 3")
        #expect(!third.contains("Moved"))
        try await chat.says("!schedules", expect: "1. Headlines daily at 07:30", "2. ", "3. ")
    }

    @Test(arguments: ["headlines 5 at 08:00", "headlines at 08:00 weekdays", "digest at 08:00", "headlines tech at 8"])
    func `another list, or other days, are added`(line: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips", category: "Tech")
        try await chat.says("headlines at 07:30", expect: "07:30")
        let added = try await chat.says(line, expect: "08:00", "schedules off 2")
        #expect(!added.contains("Moved"))
    }

    @Test func `days without a time keep the time that they have`() async throws {
        let chat = try await Conversation()
        try await chat.says("headlines at 07:30", expect: "07:30")
        let same = try await chat.says("headlines daily", expect: "Headlines daily at 07:30")
        #expect(!same.contains("You named no time"))
        let list = try await chat.says("schedules", expect: "1. ")
        #expect(!list.contains("2. "))
    }

    @Test func `a schedule is moved by its number, with other days too`() async throws {
        let chat = try await Conversation()
        try await chat.says("headlines at 07:30", expect: "07:30")
        try await chat.says("digest week at 18:00 mon", expect: "18:00")
        try await chat.says(
            "schedules 2 at 19:00",
            expect: "Digest (the last 7 days) Mon at 19:00",
            "from 18:00 to 19:00"
        )
        try await chat.says("schedules 1 at 9am weekdays", expect: "Monday to Friday at 09:00", "daily at 07:30")
        try await chat.says("undo", expect: "Taken back: headlines at 09:00")
        try await chat.says("undo", expect: "Taken back: digest at 19:00")
        try await chat.says("schedules 1 at 07:30", expect: "Nothing to change")
        try await chat.says("schedules 2 at 18:00", expect: "Nothing to change")
        try await chat.says("headlines also at 08:00", expect: "08:00")
        try await chat.says("schedules 1 at 08:00", expect: "That comes then already", "schedules off 1")
        try await chat.says("schedules 7 at 09:00", expect: "There is no schedule 7")
        try await chat.says("schedules 1 at 25:00", expect: "I cannot read")
        try await chat.says("schedules 1", expect: "It goes like this")
        try await chat.says("schedules 1 at 09:00 zzqx", expect: "It goes like this")
    }

    @Test func `what was moved back or stopped since cannot be moved back`() async throws {
        let chat = try await Conversation()
        try await chat.says("headlines at 07:30", expect: "07:30")
        try await chat.says("headlines at 08:00", expect: "Moved")
        try await chat.says("schedules off 1", expect: "Stopped")
        try await chat.says("undo \"headlines at 08:00\"", expect: "is not taken back", "changed since", "schedule 1")
        try await chat.says("undo", expect: "Taken back: schedules off 1")
        try await chat.says("undo", expect: "Taken back: headlines at 08:00")
        try await chat.says("schedules", expect: "1. Headlines daily at 07:30")
    }

    @Test func `moving needs no free place, and a quiz is moved too`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 1, alerts: 1, schedules: 1))
        try await chat.says("!quiz at 20:00", expect: "Quiz daily at 20:00")
        try await chat.says("!quiz at 21:00", expect: "Moved from 20:00 to 21:00")
        try await chat.says("!quiz also at 22:00", expect: "limit: 1 schedule")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a room's is moved by its operators, and a person's from a room`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let only = kind == .irc ? "Only this channel's operators" : "Only this room's moderators"
        try await chat.says("!headlines at 07:30", as: .op, in: "#news", expect: "07:30")
        try await chat.says("!headlines at 08:00", in: "#news", expect: only)
        try await chat.says("!schedules 1 at 08:00", in: "#news", expect: only)
        try await chat.says(
            "!headlines at 08:00",
            as: .op,
            in: "#news",
            expect: "Moved from 07:30",
            "crier: undo brings"
        )
        try await chat.says("!headlines at 07:30 to dm", in: "#news", expect: "07:30")
        try await chat.says("!headlines at 09:00 to dm", in: "#news", expect: "crier: undo mine brings 07:30 back")
        try await chat.says("crier: undo mine", in: "#news", expect: "Taken back: headlines at 09:00")
    }

    @Test(arguments: [NetworkKind.irc, .matrix]) func `in Chinese too`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.says("!set lang zh-Hans", expect: "中文")
        try await chat.says("!headlines at 07:30", expect: "07:30")
        try await chat.says("!headlines at 08:00", expect: "已从 07:30 改到 08:00", "两个时间都要：头条 也 定时 07:30")
        try await chat.says("!undo", expect: "已撤销：头条 定时 08:00")
    }
}
