package import NewsModel

extension QuizRound {
    package struct Score: Hashable, Sendable, Codable {
        package var player: Participant
        package var points: Int
        /// The sum of the times of all right answers, to break ties.
        package var seconds: Double

        package init(player: Participant, points: Int, seconds: Double) {
            self.player = player
            self.points = points
            self.seconds = seconds
        }
    }

    /// Whether somebody with one of these keys has answered a question.
    package func hasPlayer(_ keys: Set<String>) -> Bool {
        players.values.contains { keys.contains($0.key) } || given.values.contains { keys.contains($0.player.key) }
    }

    /// Removes players and all that the round stores about them.
    package mutating func remove(_ keys: Set<String>) {
        let persons = Set(players.filter { keys.contains($0.value.key) }.keys)
            .union(given.filter { keys.contains($0.value.player.key) }.keys).union(keys)
        for person in persons {
            players[person] = nil
            given[person] = nil
            scores[person] = nil
        }
        for vote in votes.keys { votes[vote]?.subtract(persons) }
    }

    /// Accounts that played as several persons belong to one profile now.
    ///
    /// The first answer to the open question counts, and of several scores the best one: nobody has two points for one
    /// question.
    package mutating func join(_ persons: Set<String>, into profile: ProfileID) {
        let person = Participant.person(of: profile)
        func joined(_ player: Participant) -> Participant {
            Participant(key: player.key, name: player.name, person: person, profile: profile)
        }
        for old in persons where old != person {
            if let player = players.removeValue(forKey: old) { players[person] = players[person] ?? joined(player) }
            if var answer = given.removeValue(forKey: old) {
                answer.player = joined(answer.player)
                if given[person].map({ $0.time > answer.time }) ?? true { given[person] = answer }
            }
            if var score = scores.removeValue(forKey: old) {
                score.player = joined(score.player)
                if scores[person].map({ $0.points < score.points }) ?? true { scores[person] = score }
            }
            for vote in votes.keys where votes[vote]?.remove(old) != nil { votes[vote]?.insert(person) }
        }
    }
}

extension Participant {
    /// How a profile is named as a person.
    package static func person(of profile: ProfileID) -> String { "profile \(profile.rawValue)" }
}

/// How good a result is.
package enum QuizGrade: String, CaseIterable, Sendable {
    case all, most, half, some, none

    package init(points: Int, of questions: Int) {
        let percent = questions == 0 ? 0 : points * 100 / questions
        self =
            switch percent {
            case 100...: .all
            case 80...: .most
            case 50...: .half
            case 1...: .some
            default: .none
            }
    }
}
