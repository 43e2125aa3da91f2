extension QuizRound {
    package struct Player: Hashable, Sendable, Codable {
        /// The account, or a guest's key.
        package var key: String
        package var name: String
        /// Whoever has one answer: a profile with all its accounts, or the host of guests.
        package var person: String

        package init(key: String, name: String, person: String? = nil) {
            self.key = key
            self.name = name
            self.person = person ?? key
        }
    }

    package struct Score: Hashable, Sendable, Codable {
        package var player: Player
        package var points: Int
        /// The sum of the times of all right answers, to break ties.
        package var seconds: Double

        package init(player: Player, points: Int, seconds: Double) {
            self.player = player
            self.points = points
            self.seconds = seconds
        }
    }
}
