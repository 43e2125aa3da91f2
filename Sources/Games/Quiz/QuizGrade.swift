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
