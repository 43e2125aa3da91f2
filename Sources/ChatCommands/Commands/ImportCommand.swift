internal import FeedParsing
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let `import` = Command(
        name: "import",
        aliases: ["opmlimport"],
        topic: .following,
        need: .owner,
        shape: .addresses(orName: false),
        asksForPushes: { _ in true },
        roles: [.importing: "import"]
    ) { context, arguments in
        var arguments = arguments
        let place = arguments.takeValue("to") { context.table.destination($0) }
        guard let first = arguments.first else {
            guard let file = await FeedImports(context).attachedFile() else {
                return try FeedImports(context).askForList()
            }
            let owner = try await Owners(context).owner(
                of: place,
                toChange: true,
                alternative: context.hint("import to dm")
            )
            return try await FeedImports(context).importFile(file, owner)
        }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("import \(arguments.text.prefix(80)) to dm")
        )
        // Checks that the sender may create something before anything is fetched.
        _ = try await Owners(context).maker()
        if arguments.words.count == 1 { return try await FeedImports(context).importList(at: first.text, owner) }
        // A few addresses are subscribed one by one; more are imported as a list.
        if arguments.words.count <= FeedTargets.mostTargets {
            return try await Following(context).subscribe(
                owner,
                to: FeedTargets(context).targets(arguments)
            )
        }
        return try await FeedImports(context).importPasted(arguments.words.map(\.text), owner)
    }
}

/// Imports lists of feeds.
struct FeedImports: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let importTimeout: TimeInterval = 10
    /// Imported feeds are fetched later and slowly: so many of them count as one fetch.
    static let importedPerFetch = 50
    /// The largest list that somebody may send, in megabytes.
    private static let largestFile = 4
    /// How many feeds that failed for the same reason are named.
    private static let mostNamed = 5
    /// The most feeds that one import may add.
    static let mostImported = 500

    fileprivate func importList(at text: String, _ owner: Owner) async throws -> [Answer] {
        let shown = String(text.prefix(80))
        let list = try await FeedTargets(context).fetching(1) {
            await services.feeds.list(at: text, deadline: services.time.now.addingTimeInterval(Self.importTimeout))
        }
        let document: OPMLDocument?
        do {
            document = try await services.feeds.outline(of: list.get(), from: text)
        } catch {
            return unreadableList(shown, error)
        }
        guard let document else {
            // It is not a list, but it may be a feed or a site.
            return try await Following(context).subscribe(
                owner,
                to: [FeedTarget(text: text, url: FeedList.address(text))]
            )
        }
        return try await importDocument(document, owner)
    }

    private func unreadableList(_ name: String, _ error: FeedFetchError) -> [Answer] {
        let reason = localizer.text("feed.failure.\(error.failure.rawValue)")
        return say("opml.unreadable", ["text": .text(name), "reason": .text(reason)])
    }

    /// Asks for the list.
    ///
    /// Mail users are told that they may attach it.
    fileprivate func askForList() throws -> [Answer] {
        let error = usageError("import")
        guard message.traits.answersByLetter else { throw error }
        let usage = localizer.richText(error.message.key, error.message.arguments)
        return show(usage + localizer.richText("opml.attach"))
    }

    /// The file attached to the message, or to the message it replies to.
    fileprivate func attachedFile() async -> AttachedFile? {
        if let file = message.file { return file }
        return await (services.networks[message.network] as? any FileReplies)?.repliedFile(of: message)
    }

    fileprivate func importFile(_ file: AttachedFile, _ owner: Owner) async throws -> [Answer] {
        let limit = Self.largestFile << 20
        let outcome = try await FeedTargets(context).fetching(1) {
            await (services.networks[message.network] as? any FileFetching)?.contents(of: file, limit: limit)
                ?? .refused
        }
        let name = MessageArgument.text(BoundedText.name(file.name))
        let document: OPMLDocument?
        switch outcome {
        case .contents(let bytes):
            let sender = "\(message.network) \(message.sender.account ?? message.sender.displayName)"
            do throws(FeedFetchError) {
                document = try await services.feeds.outline(of: bytes, from: sender)
            } catch {
                return unreadableList(BoundedText.name(file.name), error)
            }
        case .tooLarge: return say("opml.file.tooLarge", ["name": name, "limit": .number(Self.largestFile)])
        case .refused: return say("opml.file.refused", ["name": name])
        case .unavailable: return say("opml.file.unavailable", ["name": name])
        }
        guard let document else { return say("opml.file.notAList", ["name": name]) }
        return try await importDocument(document, owner)
    }

    private func importDocument(_ document: OPMLDocument, _ owner: Owner) async throws -> [Answer] {
        let (feeds, refused) = FeedList.feeds(document)
        // Each imported feed is fetched later, so it counts a little.
        try await FeedTargets(context).countFetches(min(feeds.count, Self.mostImported) / Self.importedPerFetch)
        guard !feeds.isEmpty || !refused.isEmpty else { return say("opml.empty") }
        return try await importFeeds(feeds, refused: refused, owner)
    }

    fileprivate func importPasted(_ words: [String], _ owner: Owner) async throws -> [Answer] {
        var feeds: [ListedFeed] = []
        var refused: [String] = []
        for word in words {
            if let url = FeedList.address(word) {
                if !feeds.contains(where: { $0.url == url }) { feeds.append(ListedFeed(url: url)) }
            } else {
                refused.append(word)
            }
        }
        return try await importFeeds(feeds, refused: refused, owner)
    }

    /// Subscribes without fetching.
    ///
    /// The feed refresh fetches them one after the other.
    private func importFeeds(_ feeds: [ListedFeed], refused: [String], _ owner: Owner) async throws -> [Answer] {
        let checked = try await ImportedNames(context).checked(Array(feeds.prefix(Self.mostImported)), of: owner)
        let outcome = try await services.store.importSubscriptions(
            checked.feeds,
            of: owner.recipient,
            at: owner.address,
            by: try await Owners(context).maker(),
            limit: QuotaLimits(context).limit(.subscription, of: owner),
            time: time
        )
        if outcome.added > 0 { await Undoing(context).record("import", of: owner) }
        let noRoom = localizer.text("opml.noRoom", ["limit": .number(outcome.limit)])
        let tooMany = localizer.text("opml.tooMany", ["limit": .number(Self.mostImported)])
        // The people of a room have not seen the list, so its addresses are shortened to the site.
        let name = { (feed: ListedFeed) in feed.name ?? (room == nil ? feed.url : ShownAddress.siteOnly(feed.url)) }
        let failed = [
            (refused, localizer.text("opml.badAddress")),
            (outcome.overQuota.map(name), noRoom),
            (feeds.dropFirst(Self.mostImported).map(name), tooMany),
        ].filter { !$0.0.isEmpty }
        var body = localizer.richText(
            "opml.added",
            ["n": .number(outcome.added), "place": .text(placeName(owner.address))]
        )
        if outcome.alreadyThere > 0 {
            body = body + localizer.richText("opml.alreadyThere", ["n": .number(outcome.alreadyThere)])
        }
        if !failed.isEmpty {
            body = body + localizer.richText("opml.refused", ["n": .number(failed.reduce(0) { $0 + $1.0.count })])
            for (index, (names, reason)) in failed.enumerated() {
                body.blocks.append(
                    .item(marker: "\(index + 1)", [.strong([.text(someNames(names))]), .text(" — " + reason)])
                )
            }
        }
        let leftOut = [("opml.foldersLeftOut", checked.foldersLeftOut), ("opml.namesLeftOut", checked.namesLeftOut)]
        for (key, names) in leftOut where !names.isEmpty {
            let facts: [String: MessageArgument] = ["n": .number(names.count), "names": .text(someNames(names))]
            body = body + localizer.richText(key, facts)
        }
        let next = outcome.added > 0 ? "opml.checking" : "opml.seeAll"
        return show(body + footer(next, ["feeds": .text(hint("feeds"))]))
    }

    /// The first few names, and the number of the others.
    private func someNames(_ names: [String]) -> String {
        let shown = joined(names: names.prefix(Self.mostNamed).map { BoundedText.name($0) })
        guard names.count > Self.mostNamed else { return shown }
        return localizer.text("opml.namesAndMore", ["names": .text(shown), "n": .number(names.count - Self.mostNamed)])
    }
}
