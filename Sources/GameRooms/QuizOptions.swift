/// What operators may choose for rounds.
package struct QuizOptions: Hashable, Sendable {
    /// How long a question in a room is open, in seconds.
    package var questionSeconds: Double

    package init(questionSeconds: Double = 30) { self.questionSeconds = questionSeconds }
}
