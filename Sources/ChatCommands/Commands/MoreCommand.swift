internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let more = Command(name: "more", genericAliases: ["next"], isGeneric: true, topic: .reading) {
        context,
        arguments in
        // `more 5` under a list is more of number 5.
        if !arguments.isEmpty { return try await Command.read.run(context, arguments) }
        if let pushed = try await context.restOfPush() { return context.show(pushed) }
        if let page = await context.nextPage() { return [page] }
        return context.say("page.nothingMore", ["hint": .text(context.hint("headlines"))])
    }
}

extension CommandContext {
    /// What the newest push here counted without listing it, unless it was shown or a longer answer came since.
    fileprivate func restOfPush() async throws -> RichText? {
        guard let reader else { return nil }
        let store = services.store
        let owner = ListingOwner.recipient(reader)
        let rest = try await store.newestListing(owner: owner, place: placeKey, kinds: ["pushedRest"], at: time)
        guard let rest, await memory.takeRest(rest.id, of: placeKey + person.key, ifNewerThan: pageKeys, rest.createdAt)
        else { return nil }
        let articles = try await store.articles(rest.items.map(ArticleID.init(rawValue:)), in: .shown(to: reader))
        guard !articles.isEmpty else { return nil }
        // The numbers go on from the push, where its list is still the newest.
        let list = try await store.newestListing(
            owner: owner,
            place: placeKey,
            kinds: [ListKind.article.rawValue],
            at: time
        )
        var numbers: [Int64: Int] = [:]
        for (index, item) in (list?.items ?? []).enumerated() { numbers[item] = index + 1 }
        if !articles.allSatisfy({ numbers[$0.article.id.rawValue] != nil }) {
            try await saveList(of: articles)
            numbers = [:]
            for (index, article) in articles.enumerated() { numbers[article.article.id.rawValue] = index + 1 }
        }
        let lines = articleLines
        let items = articles.map { lines.item($0, number: numbers[$0.article.id.rawValue]) }
        return RichText(items) + footer("command.headlines.next", ["read": .text(hint("read 1"))])
    }
}
