internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// Offers to follow addresses that were typed without a command.
extension Following {
    /// Asks whether addresses that were typed without a command should be followed.
    func offer(_ words: [CommandWord]) async throws -> [Answer] {
        let meant = words.compactMap { word -> (url: String, isRepaired: Bool)? in
            if let corrected = AddressRepair.corrected(word.text) { return (corrected, true) }
            return AddressRepair.looksLikeAddress(word.text) ? (word.text, false) : nil
        }
        guard let first = meant.first else { throw usageError("sub") }
        if isGuest {
            let preview = hint("preview \(first.url.prefix(120))")
            return show(localizer.richText("feed.offerPreview", ["preview": .text(preview)]))
        }
        let limit = options.rates.feedsPerLine
        let urls = meant.prefix(limit).map(\.url)
        await memory.dropOffer(for: offerKey)
        if !message.traits.isSlow { await memory.saveOffer(urls, for: offerKey, at: time) }
        try await Questions(context).askToFollow(urls)
        let shown = String(first.url.prefix(120))
        // By mail `yes` already means that the mailbox is theirs, so the offer names the `sub` command instead.
        let manner = message.traits.answersByLetter ? "ByMail" : ""
        let facts: [String: MessageArgument] = [
            "n": .number(urls.count), "url": .text(shown), "yes": .text(hint("yes")),
            "sub": .text(hint("sub \(first.url)")),
        ]
        if urls.count == 1, first.isRepaired { return say("feed.offerCorrected" + manner, facts) }
        if urls.count > 1, message.traits.answersByLetter {
            let lines = urls.map { hint("sub \($0)") }.joined(separator: "\n")
            let list = localizer.richText("feed.offerListByMail", facts) + RichText([.preformatted(lines)])
            return show(list + notOffered(meant.dropFirst(limit).map(\.url)))
        }
        var body = localizer.richText("feed.offer" + manner, facts)
        guard urls.count > 1 else { return show(body) }
        for (index, url) in urls.enumerated() {
            body.blocks.append(.item(marker: "\(index + 1)", [.link(label: "", url: url)]))
        }
        body = body + notOffered(meant.dropFirst(limit).map(\.url))
        return show(body + footer("feed.offerList", ["hint": .text(hint("sub 1"))]))
    }

    /// Says which addresses are beyond what one line may name.
    private func notOffered(_ urls: [String]) -> RichText {
        guard let first = urls.first else { return RichText() }
        return localizer.richText(
            "feed.list.notTaken",
            [
                "n": .number(urls.count), "first": .text(String(AddressRepair.withoutPassword(first).prefix(80))),
                "limit": .number(options.rates.feedsPerLine), "import": .text(hint("import")),
                "most": .number(FeedImports.mostImported),
            ]
        )
    }

    /// Subscribes to one of the numbered choices.
    ///
    /// Nil if the word is no number or nothing was offered.
    func choose(_ word: String) async throws -> [Answer]? {
        let word = CommandWord(raw: word, text: word, isQuoted: false)
        guard Reference.numbers([word]) != nil, await memory.offer(for: offerKey, at: time) != nil else { return nil }
        let owner = try await Owners(context).owner(of: nil, toChange: true)
        return try await subscribe(owner, to: try await FeedTargets(context).targets(Arguments([word])))
    }
}
