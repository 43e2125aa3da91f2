internal import Foundation
internal import NewsModel

/// A question that waits for `yes` or `no`.
struct OpenQuestion: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        /// To follow the feeds at these addresses.
        case follow([String])
        case confirm(PendingAction)
        /// To run a command that was understood from somebody's own words.
        case run(HintLine)
    }

    var subject: Subject
    var profile: ProfileID?
    /// The confirmation codes that were given with it; a bare `yes` means the first.
    var codes: [String] = []
    /// Whether only a code answers it, because a bare `yes` could mean something else.
    var needsCode = false
    var expiresAt: Date
    /// Whether nothing else was typed since it was put.
    var isNewest = true
}

/// The open question of each person in each chat: one, because a newer question replaces the older.
struct OpenQuestions {
    private struct CodeKey: Hashable {
        var profile: ProfileID
        var code: String
    }

    private var open = BoundedMap<String, OpenQuestion>(limit: 2_000)
    /// What the codes of replaced and cancelled questions would have confirmed.
    private var closed = BoundedMap<CodeKey, OpenQuestion.Subject>(limit: 2_000)

    /// Opens a question; returns the one that it replaces.
    mutating func ask(_ question: OpenQuestion, for key: String) -> OpenQuestion? {
        let replaced = close(key)
        open[key] = question
        return replaced
    }

    func question(for key: String, at time: Date) -> OpenQuestion? {
        guard let question = open[key], time < question.expiresAt else { return nil }
        return question
    }

    /// Closes a question without an answer; its codes are remembered as those of a closed one.
    mutating func close(_ key: String) -> OpenQuestion? {
        guard let question = open[key] else { return nil }
        open[key] = nil
        if let profile = question.profile {
            for code in question.codes { closed[CodeKey(profile: profile, code: code)] = question.subject }
        }
        return question
    }

    /// Closes an answered question.
    mutating func answer(_ key: String) { open[key] = nil }

    /// Records that something else was typed.
    mutating func passOver(_ key: String) {
        guard var question = open[key], question.isNewest else { return }
        question.isNewest = false
        open[key] = question
    }

    /// What the code of a closed question would have confirmed.
    func closed(_ code: String, of profile: ProfileID) -> OpenQuestion.Subject? {
        closed[CodeKey(profile: profile, code: code.uppercased())]
    }

    /// Forgets what a person was asked.
    mutating func forget(keysStartingWith prefix: String) {
        for key in Array(open.keys) where key.hasPrefix(prefix) { open[key] = nil }
    }
}
