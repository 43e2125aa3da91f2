internal import Localization
internal import NewsModel
internal import NewsWording

/// Cuts long answers into pages and addresses them.
struct ReplyPages: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How much a page shows.
    ///
    /// In a room a list is short; where each line is a message, headings count too.
    private func pageLimit(privately: Bool) -> PageLimit {
        let page = message.traits.firstPage
        guard !privately, !isPrivate else { return PageLimit(blocks: page.blocks) }
        let lines = message.traits.sendsLines ? page.roomBlocks : .max
        return PageLimit(blocks: page.roomBlocks, items: page.roomItems, lines: lines)
    }

    private func firstPageLimit(_ answer: Answer, privately: Bool) -> PageLimit {
        var limit = pageLimit(privately: privately)
        guard let size = answer.pageSize else { return limit }
        limit.isExact = answer.isOfAskedSize && size <= limit.blocks
        if answer.isOfAskedSize { limit.items = max(limit.items, size) }
        limit.blocks = min(limit.blocks, size)
        return limit
    }

    /// The keys under which a rest is stored: the person, and in a room also everybody there.
    var pageKeys: [String] { pageKeys(privately: false) }

    private func pageKeys(privately: Bool) -> [String] {
        guard !privately, room != nil else { return [person.key + " privately"] }
        return [person.key + " " + placeKey, placeKey]
    }

    /// The key of the rest of one article, on networks where a reply says which answer it means.
    private func articleKeys(_ article: ArticleID?, privately: Bool) -> [String] {
        guard message.traits.linksReplies, let article else { return [] }
        return [(privately || room == nil ? person.key + " privately" : placeKey) + " article \(article)"]
    }

    func reply(_ answer: Answer) async -> Reply {
        if case .room(let other) = answer.place { return told(answer, to: other) }
        let privately = answer.place == .privately
        // In private, commands that the room has switched off work.
        var body =
            isGuest
            ? await NewcomerHints(context).forGuest(answer.body)
            : privately ? SwitchedOffHints.unmarked(answer.body) : SwitchedOffHints.leftOut(of: answer.body)
        let reader = privately || isPrivate ? person.profile?.settings : room?.settings
        let format = reader?.format ?? .rich
        // This happens before paging, so that later pages are plain too.
        if format == .plain { body = body.inPlainFormat }
        if !answer.isWhole, !isOnePiece(answer.form) {
            // The closing line says how to use the list, so it is on the first page.
            var closing: [RichText.Span] = []
            if case .footer(let spans) = body.blocks.last {
                closing = spans
                body.blocks.removeLast()
            }
            let (page, remaining) = await memory.firstPage(
                of: body,
                form: answer.form,
                limit: firstPageLimit(answer, privately: privately),
                later: answer.later,
                keys: pageKeys(privately: privately) + articleKeys(answer.about, privately: privately),
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
        let showsRead = message.traits.showsReadPictures && answer.about != nil && (privately || room == nil)
        if attachesPictures || showsRead {
            reply.pictures = OutgoingMessage.Picture.all(of: answer.pictured)
        }
        var sent = Reply(message: reply.inFormat(format), address: privately ? person.address : here)
        sent.isPage = answer.isPage
        sent.told = answer.told
        return sent
    }

    /// What another room hears; it is short and not cut.
    private func told(_ answer: Answer, to other: Room) -> Reply {
        let message = OutgoingMessage(
            body: answer.body,
            asNotice: other.etiquette.usesNotice,
            withColour: other.etiquette.usesColour
        )
        let address = Address(network: other.network, kind: .room, target: other.name)
        var reply = Reply(message: message.inFormat(other.settings.format), address: address)
        reply.told = answer.told
        return reply
    }

    /// Whether an answer here is cut into pages.
    var cutsAnswers: Bool { !isOnePiece(.chat) }

    /// Whether the network sends a document of this form in one piece, so that it is not cut.
    private func isOnePiece(_ form: OutgoingMessage.Form) -> Bool { message.traits.wholeForms.contains(form) }

    /// The next page of the last long answer here, or of the answer that showed an article; nil if there is none.
    func nextPage(of article: ArticleID? = nil) async throws -> Answer? {
        var keys = articleKeys(article, privately: false)
        if article != nil, !(await memory.hasPage(keys, at: time)) { return nil }
        keys += pageKeys(privately: false)
        if let later = await memory.laterNews(keys, at: time) {
            let items = RichText(try await NewsSections(context).blocks(of: later))
            let reader = isPrivate ? person.profile?.settings : room?.settings
            let format = reader?.format ?? .rich
            await memory.read(later, as: (format == .plain ? items.inPlainFormat : items).blocks, keys: keys)
        }
        let next = await memory.nextPage(limit: pageLimit(privately: false), keys: keys, at: time)
        guard let (page, form, remaining) = next else { return nil }
        return Answer(body: page + closingLine(remaining, privately: false), form: form, isWhole: true, isPage: true)
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
