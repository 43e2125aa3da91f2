import NewsModel

/// Answers of one mail that say the same: it is said once, where it is said last.
enum MailRepeats {
    /// Answers and messages stay in number and order: pictures go with them.
    static func leftOut(of answers: [MailAnswer]) -> [MailAnswer] {
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

    /// Whether one command after the other got the same words.
    private static func isSame(_ one: MailAnswer, _ next: MailAnswer) -> Bool {
        guard one.command != nil, next.command != nil, (one.messages + next.messages).allSatisfy(isSaid) else {
            return false
        }
        let isPlain = one.messages.flatMap(\.body.blocks).allSatisfy(isWords)
        return isPlain && one.messages.map(\.body) == next.messages.map(\.body)
    }

    /// In the mail itself, with nothing that belongs to its blocks.
    private static func isSaid(_ message: OutgoingMessage) -> Bool {
        MailFile(message) == nil && message.pictures == nil && message.summaries == nil
    }

    /// How many blocks at the end are closing words; paragraphs may be facts, of each answer for itself.
    private static func closing(_ blocks: [RichText.Block]) -> Int {
        blocks.dropFirst().reversed().prefix { if case .footer = $0 { true } else { false } }.count
    }

    private static func isWords(_ block: RichText.Block) -> Bool {
        switch block {
        case .paragraph, .footer: true
        case .heading, .item, .preformatted: false
        }
    }
}
