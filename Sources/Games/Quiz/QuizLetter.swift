/// A one-letter answer to the open question, as people write it: `b`, `B)`, `(b)`, `b.`, `b:`.
package struct QuizLetter: Hashable, Sendable {
    /// 0 for `a`.
    package var choice: Int

    package init?(_ line: String) {
        guard line.count <= 3 else { return nil }
        var letter = Substring(line.lowercased())
        let isInParentheses = letter.first.map { "(（".contains($0) } ?? false
        if isInParentheses { letter.removeFirst() }
        if letter.count > 1, let last = letter.last, (isInParentheses ? ")）" : ")）.。:：、").contains(last) {
            letter.removeLast()
        } else if isInParentheses {
            return nil
        }
        guard letter.count == 1, let choice = ["a", "b", "c", "d"].firstIndex(of: letter) else { return nil }
        self.choice = choice
    }
}
