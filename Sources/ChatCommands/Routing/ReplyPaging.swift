internal import Localization
internal import NewsModel
internal import NewsWording

/// Cuts long answers into pages and addresses them.
extension CommandContext {
    /// How many blocks a first page has where the answer goes.
    private func pageSize(privately: Bool) -> Int {
        let isPrivate = privately || self.isPrivate
        return switch message.networkKind {
        case .irc: isPrivate ? 15 : 8
        case .matrix: isPrivate ? 40 : 20
        case .console: 60
        case .mail: 500
        }
    }

    /// Who may ask for the rest: the person, and in a room everybody there.
    var pageKeys: [String] { pageKeys(privately: false) }

    private func pageKeys(privately: Bool) -> [String] {
        guard !privately, room != nil else { return [person.key + " privately"] }
        return [person.key + " " + placeKey, placeKey]
    }

    func reply(_ answer: Answer) async -> Reply {
        let privately = answer.place == .privately
        // What the room has switched off works in private.
        var body = privately ? SwitchedOffHints.unmarked(answer.body) : SwitchedOffHints.leftOut(of: answer.body)
        if !answer.isWhole, !isOnePiece(answer.form) {
            // The closing line says what to do with the list, so it stands under the first page.
            var closing: [RichText.Span] = []
            if case .footer(let spans) = body.blocks.last {
                closing = spans
                body.blocks.removeLast()
            }
            let (page, remaining) = await memory.firstPage(
                of: body,
                form: answer.form,
                limit: min(pageSize(privately: privately), answer.pageSize ?? .max),
                keys: pageKeys(privately: privately),
                at: time
            )
            body = page + closingLine(remaining, closing, privately: privately)
        }
        var reply = OutgoingMessage(
            body: body,
            form: answer.form,
            subject: answer.subject,
            asNotice: !privately && room?.etiquette.usesNotice ?? false,
            withColour: !privately && room?.etiquette.usesColour ?? false,
            question: privately && room != nil ? nil : message.question
        )
        reply.asks = answer.asks
        if message.networkKind == .mail, person.profile?.settings.showsImages == true {
            reply.pictures = OutgoingMessage.Picture.all(of: answer.pictured)
        }
        return Reply(message: reply, address: privately ? person.address : here)
    }

    /// Whether a document goes out as a file, or to where there is room for all of it: then it is never cut.
    private func isOnePiece(_ form: OutgoingMessage.Form) -> Bool {
        switch message.networkKind {
        case .console, .mail: form != .chat
        case .matrix: form == .html
        // There are no files: a document is many lines.
        case .irc: false
        }
    }

    /// The next page of what was last cut here; nil when nothing waits.
    func nextPage() async -> Answer? {
        let next = await memory.nextPage(
            limit: pageSize(privately: false),
            keys: pageKeys(privately: false),
            at: time
        )
        guard let (page, form, remaining) = next else { return nil }
        return Answer(body: page + closingLine(remaining, privately: false), form: form, isWhole: true)
    }

    private func closingLine(_ remaining: Int, _ closing: [RichText.Span] = [], privately: Bool) -> RichText {
        var spans = closing
        if remaining > 0 {
            let hint = privately ? privateHint("more") : hint("more")
            let more = localizer.spans("page.more", ["n": .number(remaining), "hint": .text(hint)])
            spans = closing.isEmpty ? more : more + [" · "] + closing
        }
        return spans.isEmpty ? RichText() : SwitchedOffHints.leftOut(of: RichText([.footer(spans)]))
    }
}
