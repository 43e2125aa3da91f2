internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let more = Command(
        name: "more",
        genericAliases: ["next"],
        isGeneric: true,
        unnamed: .afterList(alone: true),
        topic: .reading,
        shape: .story(aloneToo: "next"),
        effect: .shows,
        answersQuotedLines: true
    ) {
        context,
        arguments in
        // `more 5` after a list shows story 5 in full.
        if !arguments.isEmpty { return try await Command.read.run(context, arguments) }
        if let item = try await Listings(context).repliedItem() {
            let id = item.article.id
            guard let page = try await ReplyPages(context).nextPage(of: id) else {
                return try await Command.read.run(context, Arguments([.last]))
            }
            try await Listings(context).saveSubject(id)
            return [page]
        }
        if let pushed = try await PushRests(context).restOfPush() { return [Answer(body: pushed, isPage: true)] }
        if let page = try await ReplyPages(context).nextPage() { return [page] }
        return context.say("page.nothingMore", ["hint": .text(context.hint("headlines"))])
    }
}

/// The stories that a push counted but did not list.
struct PushRests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The stories that the newest push here counted but did not list.
    ///
    /// Nil if they were shown already, or if a longer answer was sent after the push.
    fileprivate func restOfPush() async throws -> RichText? {
        guard let reader else { return nil }
        let store = services.store
        let owner = ListingOwner.recipient(reader)
        let rest = try await store.newestListing(owner: owner, place: placeKey, kinds: ["pushedRest"], at: time)
        guard let rest,
            await memory.takeRest(
                rest.id,
                of: placeKey + person.key,
                ifNewerThan: ReplyPages(context).pageKeys,
                rest.createdAt
            )
        else { return nil }
        let articles = try await store.articles(rest.items.map(ArticleID.init(rawValue:)), in: .shown(to: reader))
        guard !articles.isEmpty else { return nil }
        // The numbers continue those of the push if its list is still the newest one.
        let list = try await store.newestListing(
            owner: owner,
            place: placeKey,
            kinds: [Listings.ListKind.article.rawValue],
            at: time
        )
        var numbers: [ArticleID: Int] = [:]
        for (index, item) in (list?.items ?? []).enumerated() { numbers[ArticleID(rawValue: item)] = index + 1 }
        if !articles.allSatisfy({ numbers[$0.article.id] != nil }) {
            try await Listings(context).saveList(of: articles)
            numbers = [:]
            for (index, article) in articles.enumerated() { numbers[article.article.id] = index + 1 }
        }
        let lines = articleLines
        let items = articles.map { lines.item($0, number: numbers[$0.article.id]) }
        return RichText(items) + footer("command.headlines.next", ["read": .text(hint("read 1"))])
    }
}
