import Foundation
import Synchronization
import TestSupport
import Testing

/// An evening among people nobody has vetted: on the optimised build, for it is about seconds.
@Suite(
    .timed,
    .enabled(if: CrierProcess.isOptimised, "needs the optimised build, as `make test` does it: skipped"),
    .enabled(
        if: InspIRCdServer.isInstalled && AthemeServices.isInstalled && SynapseServer.isInstalled
            && ClockAhead.isAvailable,
        "inspircd, atheme-services, Synapse or a C compiler is not installed: skipped"
    )
)
struct CrowdLiveTests {
    /// A hundred accounts for half an hour of the bot's; `make soak` has two hundred for an hour.
    private static let accounts = ProcessInfo.processInfo.environment["CRIER_CROWD"].flatMap(Int.init) ?? 100
    private static let (chatters, roomers) = (accounts * 7 / 10, accounts - accounts * 7 / 10)
    private static let seconds = Double(accounts) * 18 / Double(CrowdScene.rate)

    @Test func `a crowd of hostile accounts delays, silences and reads nobody`() async throws {
        let scene = try await CrowdScene()
        defer { scene.end() }
        let people = try await scene.gatherPeople()
        let bystanders = try await scene.gatherBystanders()
        let strangers = try await scene.gatherStrangers(onIRC: Self.chatters, onMatrix: Self.roomers) {
            people.reduce(into: []) { names, person in names.formUnion(person.storyNames.withLock(\.self)) }
        }
        let published = StoryTimes()
        let before = scene.crier.memory
        // The last quarter of a minute is for what is on its way.
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let lastStory = end.addingTimeInterval(-10)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in people {
                group.addTask { try await person.spend(until: end, every: 6, published: published) }
            }
            for person in bystanders {
                group.addTask { try await person.spend(until: end, every: 2, published: StoryTimes()) }
            }
            for stranger in strangers { group.addTask { await stranger(end) } }
            group.addTask {
                var number = 0
                while Date() < lastStory {
                    number += 1
                    let title = "Harbour report \(String(format: "%03d", number))"
                    published.add(title)
                    scene.feed.add([title])
                    await CrowdScene.pause(4_000...4_000)
                }
            }
            try await group.waitForAll()
        }
        let titles = published.all
        try? await waitUntil("every story of everybody", seconds: 30) {
            for person in people { try await person.noteAll(published) }
            return people.allSatisfy { $0.pushes.count == titles.count }
        }
        let answers = people.flatMap(\.answers).sorted()
        let pushes = people.flatMap(\.pushes.values).sorted()
        let unaided = bystanders.flatMap(\.answers).sorted()
        let fetches = titles.map { title, at in
            scene.feed.handedOut[title].map { $0.timeIntervalSince(at) } ?? .infinity
        }
        let memory = scene.crier.memory
        print(
            """
            \(Self.accounts) hostile accounts for \(Int(Self.seconds) * CrowdScene.rate / 60) minutes: answers \(Self.figures(answers)), fetches \(Self.figures(fetches.sorted())), \
            pushes \(Self.figures(pushes)); bystanders \(Self.figures(unaided)); \
            kB own \(before.own) became \(memory.own); database \(scene.databaseBytes / 1_048_576) MB
            """
        )
        #expect(scene.crier.isRunning)
        for person in people {
            #expect(person.unanswered.isEmpty, "\(person.name) was not answered: \(person.unanswered)")
            var wrong: [String] = []
            for title in titles.keys.sorted() where try await person.tellings(of: title) != 1 { wrong.append(title) }
            #expect(wrong.isEmpty, "not told once to \(person.name): \(wrong)")
        }
        // The crowd and all the servers share this machine's processors with the bot: what they take is not the bot's.
        // A question passes the server on its way there, and its answer on the way back.
        #expect(!unaided.isEmpty)
        let limit = 5 + 2 * Self.nearlyAll(unaided)
        #expect(Self.nearlyAll(answers) < limit, "slow answers: \(answers.suffix(10))")
        #expect(Self.nearlyAll(pushes) < limit, "slow pushes: \(pushes.suffix(10))")
        #expect(!scene.crier.log.contains(CrowdScene.secret))
        #expect(people.contains { !$0.storyNames.withLock(\.isEmpty) }, "there was no name to ask for")
        for theirs in [CrowdScene.secret, "Harbour report"] {
            #expect(try await !scene.strangersHeard(theirs), "strangers were told \(theirs)")
        }
        #expect(memory.own - before.own < 300_000, "\(before) became \(memory) kB")
        #expect(scene.databaseBytes < 200 * 1_048_576)
    }

    /// Seconds within which nineteen of twenty came, of sorted ones.
    private static func nearlyAll(_ values: [Double]) -> Double {
        values.isEmpty ? .infinity : values[values.count * 19 / 20]
    }

    private static func figures(_ values: [Double]) -> String {
        guard let last = values.last else { return "none" }
        return String(
            format: "%d: median %.2f s, 19 of 20 within %.2f s, longest %.2f s",
            values.count,
            values[values.count / 2],
            nearlyAll(values),
            last
        )
    }
}
