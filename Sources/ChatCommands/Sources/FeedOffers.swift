internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Offers feeds to subscribe to, and takes the answer.
extension Following {
    /// Asks whether addresses that were typed without a command should be followed.
    func offer(_ words: [Word]) async throws -> [Answer] {
        let meant = words.compactMap { word -> (url: String, isRepaired: Bool)? in
            if let corrected = AddressRepair.corrected(word.text) { return (corrected, true) }
            return AddressRepair.looksLikeAddress(word.text) ? (word.text, false) : nil
        }.prefix(FeedTargets.mostTargets)
        guard let first = meant.first else { throw usageError("sub") }
        let urls = meant.map(\.url)
        await memory.saveOffer(urls, isNumbered: !message.traits.isMailbox, for: offerKey, at: time)
        let shown = String(first.url.prefix(120))
        // By mail `yes` already means that the mailbox is theirs, so the offer names the `sub` command instead.
        let manner = message.traits.isMailbox ? "ByMail" : ""
        let facts: [String: MessageArgument] = [
            "n": .number(urls.count), "url": .text(shown), "yes": .text(hint("yes")),
            "sub": .text(hint("sub \(first.url)")),
        ]
        if urls.count == 1, first.isRepaired { return say("feed.offerCorrected" + manner, facts) }
        if urls.count > 1, message.traits.isMailbox {
            let lines = urls.map { hint("sub \($0)") }.joined(separator: "\n")
            return show(localizer.richText("feed.offerListByMail", facts) + RichText([.preformatted(lines)]))
        }
        var body = localizer.richText("feed.offer" + manner, facts)
        guard urls.count > 1 else { return show(body) }
        for (index, url) in urls.enumerated() {
            body.blocks.append(.item(marker: "\(index + 1)", [.link(label: "", url: url)]))
        }
        return show(body + footer("feed.offerList", ["hint": .text(hint("sub 1"))]))
    }

    /// Subscribes to one of the numbered choices.
    ///
    /// Nil if the word is no number or nothing was offered.
    func choose(_ word: String) async throws -> [Answer]? {
        let word = Word(raw: word, text: word, isQuoted: false)
        guard Reference.numbers([word]) != nil, let offer = await memory.offer(for: offerKey, at: time),
            offer.isNumbered
        else { return nil }
        let owner = try await Owners(context).owner(of: nil, toChange: true)
        return try await subscribe(owner, to: try await FeedTargets(context).targets(Arguments([word])))
    }

    func acceptOffer() async throws -> [Answer] {
        guard let offer = await memory.offer(for: offerKey, at: time) else {
            if let code = try await HeldCodes(context).heldCode() {
                return say("command.answerWithCode", ["yes": .text(hint("yes " + code))])
            }
            return say("command.nothingToConfirm", ["hint": .text(hint("help"))])
        }
        let owner = try await Owners(context).owner(of: nil, toChange: true)
        await memory.dropOffer(for: offerKey)
        return try await subscribe(owner, to: offer.urls.map { FeedTarget(text: $0, url: $0) })
    }
}
