import Foundation
import Synchronization
import TestSupport

/// Which story appeared when.
final class StoryTimes: Sendable {
    private let times = Mutex<[String: Date]>([:])

    var all: [String: Date] { times.withLock { $0 } }

    func add(_ title: String) { times.withLock { $0[title] = Date() } }
}

/// Somebody who asks the bot, or themselves, now and then, and notes how long answers and news of a feed took.
final class PatientPerson: @unchecked Sendable {
    let name: String
    private let say: @Sendable (String) async throws -> Void
    /// All that the bot has said to this person so far.
    private let heard: @Sendable () async throws -> [String]
    private(set) var answers: [Double] = []
    private(set) var pushes: [String: Double] = [:]
    private(set) var unanswered: [String] = []
    /// The short names of the stories that were pushed, such as `#k7f`.
    let storyNames = Mutex<Set<String>>([])
    private let questions: [(text: String, wanted: String)]

    /// A question, and what its answer holds; none of the answers names a story that is pushed.
    static let questions = [
        ("about", "0.1.0"), ("headlines calm", "Calm sea"), ("help digest", "week"), ("feeds", "Growing"),
        ("set tz Europe/Paris", "Paris"),
    ]

    init(
        _ name: String,
        asking questions: [(String, String)] = PatientPerson.questions,
        say: @escaping @Sendable (String) async throws -> Void,
        heard: @escaping @Sendable () async throws -> [String]
    ) {
        self.name = name
        self.questions = questions
        self.say = say
        self.heard = heard
    }

    /// Follows a feed, once the bot has answered.
    func follow(_ url: String) async throws {
        try await say("sub \(url)")
        try await waitUntil("\(name) follows the feed", seconds: 60) {
            try await heard().contains { $0.contains("Added") || $0.contains("already") }
        }
    }

    /// Asks every few seconds until a time; `published` grows meanwhile.
    func spend(until end: Date, every pause: Double, published: StoryTimes) async throws {
        var next = Date(timeIntervalSinceNow: Double.random(in: 0...pause))
        var open: (text: String, wanted: String, at: Date, before: Int)?
        var turn = Int.random(in: 0..<questions.count)
        while Date() < end || open != nil {
            let lines = try await heard()
            note(lines, published.all)
            if let asked = open {
                if lines.dropFirst(asked.before).contains(where: { $0.contains(asked.wanted) }) {
                    answers.append(Date().timeIntervalSince(asked.at))
                    open = nil
                } else if Date().timeIntervalSince(asked.at) > 30 {
                    unanswered.append(asked.text)
                    open = nil
                }
            } else if Date() >= next, Date() < end {
                let question = questions[turn % questions.count]
                turn += 1
                open = (question.0, question.1, Date(), lines.count)
                next = Date(timeIntervalSinceNow: pause)
                try await say(question.0)
            }
            // Looking costs the homeserver about as much as being spoken to.
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Takes note of the stories that have come by now.
    func note(_ lines: [String], _ published: [String: Date]) {
        for (title, at) in published where pushes[title] == nil {
            guard let line = lines.first(where: { $0.contains(title) }) else { continue }
            pushes[title] = Date().timeIntervalSince(at)
            let words = line.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("#") && $0 != "#news" }
            storyNames.withLock { $0.formUnion(words.map(String.init)) }
        }
    }

    func noteAll(_ published: StoryTimes) async throws { note(try await heard(), published.all) }

    /// How often each story was told.
    func tellings(of title: String) async throws -> Int {
        try await heard().reduce(0) { $0 + $1.components(separatedBy: title).count - 1 }
    }
}
