import NewsModel

/// Removes repeated texts from the answers of one mail; the last occurrence is kept.
enum MailRepeats {
    /// Keeps the number and order of answers and messages, because pictures are assigned by position.
    static func removed(from answers: [MailAnswer]) -> [MailAnswer] {
        var answers = answers
        for index in answers.indices.dropLast() where isSame(answers[index], answers[index + 1]) {
            for message in answers[index].messages.indices { answers[index].messages[message].body.blocks = [] }
        }
        var later: Set<RichText.Block> = []
        for index in answers.indices.reversed() {
            var closings: Set<RichText.Block> = []
            for message in answers[index].messages.indices where isSaid(answers[index].messages[message]) {
                let blocks = answers[index].messages[message].body.blocks
                let first = blocks.count - closing(blocks)
                closings.formUnion(blocks[first...])
                let kept = blocks[first...].filter { !later.contains($0) }
                answers[index].messages[message].body.blocks = Array(blocks[..<first]) + kept
            }
            later.formUnion(closings)
        }
        return answers
    }

    /// Whether two successive commands got the same text.
    private static func isSame(_ one: MailAnswer, _ next: MailAnswer) -> Bool {
        guard one.command != nil, next.command != nil, (one.messages + next.messages).allSatisfy(isSaid) else {
            return false
        }
        let isPlain = one.messages.flatMap(\.body.blocks).allSatisfy(isWords)
        return isPlain && one.messages.map(\.body) == next.messages.map(\.body)
    }

    /// Whether the message is shown in the mail itself, without pictures or summaries.
    private static func isSaid(_ message: OutgoingMessage) -> Bool {
        MailFile(message) == nil && message.pictures == nil && message.summaries == nil
    }

    /// How many footers end the blocks.
    ///
    /// Paragraphs do not count, because they may be facts of one answer.
    private static func closing(_ blocks: [RichText.Block]) -> Int {
        blocks.dropFirst().reversed().prefix { if case .footer = $0 { true } else { false } }.count
    }

    private static func isWords(_ block: RichText.Block) -> Bool {
        switch block {
        case .paragraph, .footer: true
        case .heading, .item, .preformatted, .table, .grid: false
        }
    }
}
