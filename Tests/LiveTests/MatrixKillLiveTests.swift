import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// Exactly once, counted in the room's own history.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixKillLiveTests {
    @Test func `kills while hundreds of deliveries go out lose nothing and repeat nothing`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Alarm 99999 starts"])
        try await scene.follow(in: room)
        // What an alert finds is named one by one, however much comes at once.
        try await scene.alice.say("!alert add alarm", in: room)
        try await scene.alice.wait(for: "alarm", in: room)
        try await scene.alice.say("crier: set room repeats on", in: room)
        try await scene.alice.wait(for: "Every report will be sent", in: room)

        let kills = Kills.share(6)
        var count = 0
        var open = 0
        let store = try Store.open(path: scene.crier.databasePath)
        func onTheirWay() async throws -> Int {
            var messages = 0
            for lane in try await store.lanes(at: Date()) {
                messages += try await store.openMessages(to: lane.address).filter(\.mayHaveArrived).count
            }
            return messages
        }
        for round in 0..<kills {
            // Three at a time are three messages; more become one.
            for _ in 0..<(round.isMultiple(of: 4) ? 8 : 3) {
                scene.feed.add(["Alarm \(String(format: "%05d", count)) rings"])
                count += 1
            }
            if round.isMultiple(of: 2) {
                // From before the start to after the confirmation.
                try await Kills.moment(within: 300...2_200)
            } else {
                // While one is on its way, if it is not too quick to be seen: the server has it, or will never have it.
                try? await waitUntil("an event is on its way", seconds: 5) { try await onTheirWay() > 0 }
                try await Kills.moment(within: 0...20)
            }
            scene.crier.kill9()
            open += try await onTheirWay()
            try scene.crier.start()
        }
        while count < 24 * kills {
            scene.feed.add((0..<50).map { "Alarm \(String(format: "%05d", count + $0)) rings" })
            count += 50
            try await scene.alice.wait(for: "Alarm \(String(format: "%05d", count - 1))", in: room)
            scene.crier.kill9()
            try scene.crier.start()
        }
        try await scene.alice.wait(for: "Alarm \(String(format: "%05d", count - 1))", in: room)
        try await scene.crier.terminate()

        var seen: [Int] = []
        for message in try await scene.alice.history(of: room, by: scene.bot) {
            seen += message.body.components(separatedBy: "Alarm ").dropFirst().compactMap { Int($0.prefix(5)) }
                .filter { $0 != 99_999 }
        }
        #expect(Set(seen).count == seen.count, "repeated: \(seen.filter { n in seen.count { $0 == n } > 1 })")
        let lost = Set(0..<count).subtracting(seen)
        #expect(lost.isEmpty, "lost: \(lost.sorted())")
        #expect(seen == seen.sorted())
        #expect(open > 0, "no kill hit a message on its way")
        print("\(kills) kills, \(open) of them with an event on its way: \(count) items, \(lost.count) lost")
    }
}
