import Foundation
import IRCClient
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// A list that expectations may change.
private final class Tasks {
    private var list = RoomTaskList()

    var pending: [PendingTask] { list.pending }
    func add(_ task: RoomTask, since: Date) -> Bool { list.add(task, since: since) }
    func next(at now: Date, joined: Set<String> = []) -> RoomTask? { list.next(at: now, joined: joined)?.task }
    func done(_ task: RoomTask) { list.done(task) }
    func failed(_ task: RoomTask, at now: Date) -> Bool { list.failed(task, at: now) }
}

/// What comes first of what is to be done about rooms.
@Suite(.timed) struct RoomTaskListTests {
    private let now = Date.sampleNow

    private func invitation(_ number: Int, by sender: String) -> RoomTask {
        .enter(RoomInvitation(room: "!\(number)", sender: sender, isDirect: false))
    }

    @Test func `who keeps us waiting comes after everybody else, with new invitations too`() {
        let list = Tasks()
        let slow = invitation(1, by: "@mallory:tar.test")
        #expect(list.add(slow, since: now))
        #expect(list.next(at: now, joined: []) == slow)
        #expect(list.failed(slow, at: now))
        #expect(list.next(at: now, joined: []) == nil)
        #expect(list.add(invitation(2, by: "@eve:tar.test"), since: now))
        #expect(list.add(invitation(3, by: "@alice:hs.test"), since: now.addingTimeInterval(1)))
        let later = now.addingTimeInterval(60)
        #expect(list.next(at: later, joined: []) == invitation(3, by: "@alice:hs.test"))
        list.done(invitation(3, by: "@alice:hs.test"))
        #expect(list.next(at: later, joined: []) == invitation(2, by: "@eve:tar.test"))
        // In a room already, only the welcome is left.
        #expect(list.next(at: later, joined: ["!1"]) == slow)
    }

    @Test func `an invitation that leads nowhere is given up after a day`() {
        let list = Tasks()
        let nowhere = invitation(1, by: "@mallory:tar.test")
        #expect(list.add(nowhere, since: now))
        #expect(list.failed(nowhere, at: now.addingTimeInterval(86_000)))
        #expect(!list.failed(nowhere, at: now.addingTimeInterval(87_000)))
        #expect(list.pending.isEmpty)
    }

    @Test func `a room that cannot be entered is tried ever more rarely, then given up`() {
        let list = Tasks()
        let nowhere = invitation(1, by: "@mallory:tar.test")
        #expect(list.add(nowhere, since: now))
        var (time, tries) = (now, 0)
        while list.next(at: time) != nil || !list.pending.isEmpty {
            if list.next(at: time) != nil {
                tries += 1
                _ = list.failed(nowhere, at: time)
            }
            time += 1
        }
        #expect(tries == 20)
        #expect((2 * 3_600...3 * 3_600).contains(time.timeIntervalSince(now)))
    }

    @Test func `one person and one server take only so many places, and what leads nowhere gives way`() {
        let list = Tasks()
        let own = (0..<22).map { list.add(invitation($0, by: "@mallory:tar.test"), since: now) }
        #expect(own == Array(repeating: true, count: 20) + [false, false])
        let others = (30..<70).map { list.add(invitation($0, by: "@m\($0):tar.test"), since: now) }
        #expect(others.count { $0 } == 30)
        for number in 100..<150 { #expect(list.add(invitation(number, by: "@a:h\(number).test"), since: now)) }
        #expect(!list.add(invitation(200, by: "@alice:hs.test"), since: now))
        #expect(list.failed(invitation(30, by: "@m30:tar.test"), at: now))
        #expect(list.add(invitation(200, by: "@alice:hs.test"), since: now))
        #expect(!list.pending.contains { $0.task.room == "!30" })
        #expect(list.pending.count == 100)
    }

    @Test func `nobody brings the bot into all the rooms it has place for`() async throws {
        let time = ManualTimeSource()
        let kept = MatrixStateStore(network: "home", state: KeptForTest())
        let roomTasks = RoomTasks(kept: kept, time: time)
        for number in 0..<50 {
            let task = invitation(number, by: "@mallory:hs.test")
            #expect(await roomTasks.hasCapacity(for: "@mallory:hs.test", joined: number, ownServer: "hs.test"))
            #expect(try await roomTasks.add(task))
            _ = await roomTasks.next(joined: ["!\(number)"])
            try await roomTasks.done(task)
        }
        let again = RoomTasks(kept: kept, time: time)
        try await again.load()
        for roomTasks in [roomTasks, again] {
            #expect(await !roomTasks.hasCapacity(for: "@mallory:hs.test", joined: 50, ownServer: "hs.test"))
            #expect(await roomTasks.hasCapacity(for: "@alice:hs.test", joined: 50, ownServer: "hs.test"))
        }
        try await again.left("!7")
        #expect(await again.hasCapacity(for: "@mallory:hs.test", joined: 49, ownServer: "hs.test"))
    }

    @Test func `into how many rooms one account may bring the bot is the operator's to say`() async throws {
        let kept = MatrixStateStore(network: "home", state: KeptForTest())
        let roomTasks = RoomTasks(kept: kept, mostRoomsPerPerson: 1, time: ManualTimeSource())
        #expect(try await roomTasks.add(invitation(1, by: "@mallory:hs.test")))
        #expect(await !roomTasks.hasCapacity(for: "@mallory:hs.test", joined: 0, ownServer: "hs.test"))
        #expect(await roomTasks.hasCapacity(for: "@alice:hs.test", joined: 0, ownServer: "hs.test"))
        // An admin of the bot.
        #expect(await roomTasks.hasCapacity(for: nil, joined: 0, ownServer: "hs.test"))
        await roomTasks.setMostRoomsPerPerson(2)
        #expect(await roomTasks.hasCapacity(for: "@mallory:hs.test", joined: 0, ownServer: "hs.test"))
    }

    @Test func `one account brings the bot into so many channels, and guests share what is theirs`() async throws {
        let state = KeptForTest()
        func channels() -> InvitedChannels {
            InvitedChannels(network: "net", configured: [], mostPerPerson: 1, most: 4, state: state)
        }
        let first = channels()
        #expect(try await first.add("#a", by: "mallory") == .isNew)
        #expect(try await first.add("#A", by: "mallory") == .isKnown)
        #expect(try await first.add("#b", by: "mallory") == .tooManyByPerson)
        #expect(try await first.add("#c", by: nil) == .isNew)
        #expect(try await first.add("#d", by: nil) == .tooManyByPerson)
        #expect(try await first.add("#e", by: "mallory", isUnlimited: true) == .isNew)
        await first.setMostPerPerson(3)
        #expect(try await first.add("#f", by: "mallory") == .isNew)
        #expect(try await first.remove("#f"))
        let again = channels()
        try await again.load()
        #expect(await again.all.map(\.name) == ["#a", "#c", "#e"])
        #expect(try await again.remove("#A"))
        #expect(try await again.remove("#e"))
        #expect(try await again.add("#b", by: "mallory") == .isNew)
        for name in ["alice", "bob"] { #expect(try await again.add("#" + name, by: name) == .isNew) }
        #expect(try await again.add("#f", by: "carol") == .tooMany)
        // The admins' own word needs no place.
        #expect(try await again.add("#f", by: "carol", isUnlimited: true) == .isNew)
    }
}
