internal import FeedParsing
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let export = Command(
        name: "export",
        topic: .following,
        need: .owner,
        shape: CommandShape { $0.rest.isOne("opml", "games", "all") }
    ) { context, arguments in
        var arguments = arguments
        if arguments.words.count == 1, arguments.takeFirst("games") { return try await GameScores(context).exported() }
        let isOwn = arguments.takeFlag("mine", "my")
        let place = arguments.takeValue("to") { context.table.destination($0) }
        let isAll = arguments.takeFirst("all")
        guard isAll || arguments.takeFirst("opml") else { throw context.usageError("export") }
        try context.refuseRest(arguments, of: "export")
        if isAll {
            guard place == nil else { throw context.usageError("export") }
            let owner = try await Owners(context).owner(of: isOwn ? .privately : nil, toChange: true)
            return try await DeskExport(context).exported(owner)
        }
        if place == .mail, !context.message.traits.isMailDestination { return try await FeedExport(context).mailOPML() }
        if case .room(let name)? = place { throw CommandError.unknownPlace(name) }
        let owner = try await Owners(context).owner(of: isOwn || place != nil ? .privately : nil, toChange: false)
        return try await FeedExport(context).exportOPML(owner)
    }
}

/// Exports the followed feeds as an OPML file.
struct FeedExport: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Mails the person's own list to their mailbox.
    fileprivate func mailOPML() async throws -> [Answer] {
        let mailbox = try await Mailboxes(context).mailbox(toSend: true)
        let there = try await Mailboxes(context).askedByMail(mailbox)
        let answers = try await FeedExport(there).exportOPML(Owners(there).owner(of: .privately, toChange: false))
        guard answers.contains(where: { $0.form == .opml }) else { return answers }
        return try await Mailboxes(context).mail(answers.filter { $0.form == .opml }, to: mailbox)
    }

    fileprivate func exportOPML(_ owner: Owner) async throws -> [Answer] {
        let all = try await services.store.followedFeeds(of: owner.recipient, at: time)
        let followed = try await exported(all, of: owner)
        let leftOut = all.count - followed.count
        guard !followed.isEmpty || leftOut == 0 else {
            return say("sight.exportLeftOut", ["n": .number(leftOut)], privately: true)
        }
        guard !followed.isEmpty else {
            return say("opml.nothing", ["hint": .text(hint("sub https://example.org"))], privately: room != nil)
        }
        let name = owner.room?.name ?? person.displayName
        let document = OPMLDocument(
            title: localizer.text("opml.title", ["name": .text(name)]),
            outlines: FeedList.outlines(followed)
        )
        let lines = OPML.write(document).split(separator: "\n").map(String.init)
        // Without documents the list is sent page by page; otherwise it is one file to copy or save.
        let isPaged = !message.traits.carriesDocuments
        let blocks =
            isPaged ? lines.map { RichText.Block.preformatted($0) } : [.preformatted(lines.joined(separator: "\n"))]
        let file = Answer(
            body: RichText(blocks),
            place: .privately,
            form: .opml,
            subject: document.title.map { $0 + ".opml" },
            isWhole: !isPaged
        )
        if message.traits.hasOneUser { return [file] }
        var intro = say("opml.followed", ["n": .number(followed.count)], privately: true)
        if leftOut > 0 { intro += say("sight.exportLeftOut", ["n": .number(leftOut)], privately: true) }
        guard room != nil else { return intro + [file] }
        return intro + [file] + say("opml.sentPrivately", ["name": .text(person.displayName)])
    }
}

extension FeedExport {
    /// The feeds of a room whose addresses the asker may see.
    func exported(_ followed: [FollowedFeed], of owner: Owner) async throws -> [FollowedFeed] {
        guard let room = owner.room, !(await Owners(context).mayChange(room)) else { return followed }
        var shown: [FollowedFeed] = []
        for item in followed where try await services.store.isPublic(item.feed.id) { shown.append(item) }
        return shown
    }
}

/// Converts followed feeds to OPML outlines, and back.
enum FeedList {
    /// One folder for each category, by name.
    ///
    /// Feeds without a category come first.
    static func outlines(_ followed: [FollowedFeed]) -> [OPMLDocument.Outline] {
        let folders = Dictionary(grouping: followed) { $0.category ?? "" }
        var outlines: [OPMLDocument.Outline] = []
        for (category, feeds) in folders.sorted(by: { $0.key < $1.key }) {
            let entries = feeds.sorted { ($0.name, $0.feed.url) < ($1.name, $1.feed.url) }.map(outline)
            guard !category.isEmpty else {
                outlines = entries + outlines
                continue
            }
            let members = ["text", "title"].map { OPMLDocument.Member(name: $0, value: category) }
            outlines.append(OPMLDocument.Outline(attributes: members, children: entries))
        }
        return outlines
    }

    private static func outline(_ followed: FollowedFeed) -> OPMLDocument.Outline {
        // Some readers accept an outline as a feed only if it has a type.
        var members = [
            OPMLDocument.Member(name: "type", value: "rss"),
            OPMLDocument.Member(name: "text", value: followed.name),
            OPMLDocument.Member(name: "title", value: followed.feed.name),
            OPMLDocument.Member(name: "xmlUrl", value: followed.feed.url),
        ]
        if let page = followed.feed.homePageURL { members.append(.init(name: "htmlUrl", value: page)) }
        return OPMLDocument.Outline(attributes: members)
    }

    /// The feeds of a document, and the entries without a web address.
    static func feeds(_ document: OPMLDocument) -> (feeds: [ListedFeed], refused: [String]) {
        var feeds: [ListedFeed] = []
        var refused: [String] = []
        for feed in document.feeds {
            guard let url = address(feed.url) else {
                refused.append(feed.title ?? feed.url)
                continue
            }
            let category = feed.folders.last ?? feed.categories.first?.last
            feeds.append(
                ListedFeed(
                    url: url,
                    name: feed.title.map(BoundedText.name),
                    category: category.map(BoundedText.name),
                    homePageURL: feed.homePageURL.flatMap(address)
                )
            )
        }
        return (feeds, refused)
    }

    /// An address that can be fetched; nil for other schemes and for invalid addresses.
    static func address(_ text: String) -> String? {
        var text = text.trimmed
        if text.lowercased().hasPrefix("feed:") {
            let rest = text.dropFirst(5)
            text = rest.hasPrefix("//") ? "https:" + rest : String(rest)
        }
        guard text.utf8.count <= 2_000, !text.contains(where: \.isWhitespace), let url = URL(string: text),
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host()?.isEmpty == false
        else { return nil }
        return text
    }
}
