internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Follows a long list of feeds: one answer at the end says what was followed, what failed and why, and what was not
/// taken.
///
/// Sites are asked as long as the person's limits allow. Addresses beyond that are followed unseen, as `import` does.
struct LongSubscription: CommandTopic {
    let context: CommandContext
    let owner: Owner
    let category: String?

    /// Sites are asked in groups of so many at a time.
    private static let group = FeedTargets.mostTargets
    /// How many names of one kind are shown.
    private static let mostNamed = 100

    /// What became of the targets so far.
    private struct Report {
        var added: [String] = []
        var known = 0
        /// Those of them that the line has put into another category.
        var moved = 0
        /// Addresses that were not asked yet.
        var unseen: [ListedFeed] = []
        /// Names by the reason why they were not followed, in order.
        var failed: [(reason: String, names: [String])] = []

        mutating func fail(_ name: String, _ reason: String) {
            guard let index = failed.firstIndex(where: { $0.reason == reason }) else {
                return failed.append((reason, [name]))
            }
            failed[index].names.append(name)
        }
    }

    /// - Parameter notTaken: what the line held beyond the limit.
    func subscribe(to targets: [FeedTarget], notTaken: [String]) async throws -> [Answer] {
        let maker = try await Owners(context).maker()
        var report = Report()
        var mayAsk = true
        for start in stride(from: 0, to: targets.count, by: Self.group) {
            let group = targets[start..<min(start + Self.group, targets.count)]
            try await follow(Array(group), by: maker, &report, &mayAsk)
        }
        let unseen = try await followUnseen(&report, by: maker)
        return show(words(report, unseen: unseen, notTaken: notTaken))
    }

    // MARK: - Following

    private func follow(
        _ targets: [FeedTarget],
        by maker: Maker,
        _ report: inout Report,
        _ mayAsk: inout Bool
    ) async throws {
        var atHand: [(FeedTarget, ResolvedTarget)] = []
        var toAsk: [(FeedTarget, ResolvedTarget)] = []
        for target in targets {
            do {
                let resolved = try await FeedTargets(context).resolve(target, for: owner.recipient)
                guard case .address(let address) = resolved else {
                    atHand.append((target, resolved))
                    continue
                }
                if try await services.feeds.isAtHand(address) {
                    atHand.append((target, resolved))
                } else {
                    toAsk.append((target, resolved))
                }
            } catch let error as CommandError {
                report.fail(shown(target), localizer.text(error.message))
            }
        }
        try await open(atHand, by: maker, &report)
        guard !toAsk.isEmpty else { return }
        if mayAsk {
            do {
                let opened = try await FeedTargets(context).fetching(toAsk.count) {
                    try await openings(toAsk, by: maker)
                }
                return try await enter(opened, toAsk, &report)
            } catch CommandError.tooManyFetches, CommandError.sitesBusy {
                mayAsk = false
            }
        }
        for (target, resolved) in toAsk {
            guard case .address(let address) = resolved, let url = FeedList.address(address) else {
                report.fail(shown(target), localizer.text("feed.list.unknown"))
                continue
            }
            report.unseen.append(ListedFeed(url: url, category: category))
        }
    }

    private func open(
        _ targets: [(FeedTarget, ResolvedTarget)],
        by maker: Maker,
        _ report: inout Report
    ) async throws {
        guard !targets.isEmpty else { return }
        try await enter(try await openings(targets, by: maker), targets, &report)
    }

    private func openings(
        _ targets: [(FeedTarget, ResolvedTarget)],
        by maker: Maker
    ) async throws -> [Int: FoundTarget] {
        let deadline = services.time.now.addingTimeInterval(Following.checkTimeout)
        return try await withThrowingTaskGroup(of: (Int, FoundTarget).self) { group in
            for (index, (target, resolved)) in targets.enumerated() {
                group.addTask {
                    (index, try await Following(context).open(resolved, of: target, by: maker, deadline: deadline))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func enter(
        _ opened: [Int: FoundTarget],
        _ targets: [(FeedTarget, ResolvedTarget)],
        _ report: inout Report
    ) async throws {
        for (index, (target, _)) in targets.enumerated() {
            let name = shown(target)
            switch opened[index] {
            case .opening(.ready(let feed, _, let newest), _): try await enter(feed, newest, &report)
            case .opening(.pending(let feed), _): try await enter(feed, nil, &report)
            case .opening(.choices, _), .known:
                report.fail(name, localizer.text("feed.list.several", ["hint": .text(hint("preview \(name)"))]))
            case .opening(.failed(let failure), _):
                report.fail(name, localizer.text("feed.failure.\(failure.rawValue)"))
            case .opening(.notAnAddress, _): report.fail(name, localizer.text("feed.list.unknown"))
            case .absent, nil: report.fail(name, localizer.text("feed.list.absent"))
            }
        }
    }

    private func enter(_ feed: Feed, _ newest: Article?, _ report: inout Report) async throws {
        let name = BoundedText.name(feed.name)
        do {
            let before = try await Following(context).known(feed, owner)
            let known = try await Following(context).follow(feed, owner, SubscriptionWords(category: category), newest)
            if known == nil { report.added.append(name) } else { report.known += 1 }
            if let before, let category, before.category != category { report.moved += 1 }
        } catch let error as CommandError {
            report.fail(name, localizer.text(error.message))
        }
    }

    /// Follows addresses that were not asked; returns how many.
    private func followUnseen(_ report: inout Report, by maker: Maker) async throws -> Int {
        guard !report.unseen.isEmpty else { return 0 }
        let outcome = try await services.store.importSubscriptions(
            report.unseen,
            of: owner.recipient,
            at: owner.address,
            by: maker,
            limit: QuotaLimits(context).limit(.subscription, of: owner),
            time: time
        )
        report.known += outcome.alreadyThere
        if outcome.added > 0 { await Undoing(context).record("sub", of: owner) }
        for feed in outcome.overQuota {
            report.fail(shown(feed.url), localizer.text("opml.noRoom", ["limit": .number(outcome.limit)]))
        }
        return outcome.added
    }

    // MARK: - Words

    private func words(_ report: Report, unseen: Int, notTaken: [String]) -> RichText {
        var body = localizer.richText(
            "opml.added",
            ["n": .number(report.added.count + unseen), "place": .text(placeName(owner.address))]
        )
        if !report.added.isEmpty { body = body + RichText([.paragraph([.text(someNames(report.added))])]) }
        if unseen > 0 { body = body + localizer.richText("feed.list.unseen", ["n": .number(unseen)]) }
        if report.known > 0 {
            body = body + localizer.richText("opml.alreadyThere", ["n": .number(report.known)])
        }
        if report.moved > 0, let category {
            let name = CategoryWording.name(category, localizer)
            body = body + localizer.richText("feed.list.moved", ["n": .number(report.moved), "category": .text(name)])
        }
        if !report.failed.isEmpty {
            let count = report.failed.reduce(0) { $0 + $1.names.count }
            body = body + localizer.richText("opml.refused", ["n": .number(count)])
            for (reason, names) in report.failed {
                body.blocks.append(.item(marker: nil, [.strong([.text(someNames(names))]), .text(" — " + reason)]))
            }
        }
        if let first = notTaken.first {
            body =
                body
                + localizer.richText(
                    "feed.list.notTaken",
                    [
                        "n": .number(notTaken.count), "first": .text(shown(first)),
                        "limit": .number(options.rates.feedsPerLine),
                        "import": .text(hint("import")), "most": .number(FeedImports.mostImported),
                    ]
                )
        }
        body = body + RichText([.footer(localizer.spans("opml.seeAll", ["feeds": .text(hint("feeds"))]))])
        return body + Mailboxes(context).note(on: owner.mailbox)
    }

    private func someNames(_ names: [String]) -> String {
        let shown = joined(names: Array(names.prefix(Self.mostNamed)))
        guard names.count > Self.mostNamed else { return shown }
        return localizer.text("opml.namesAndMore", ["names": .text(shown), "n": .number(names.count - Self.mostNamed)])
    }

    private func shown(_ target: FeedTarget) -> String { shown(target.text) }

    private func shown(_ text: String) -> String { BoundedText.shortened(AddressRepair.withoutPassword(text), to: 80) }
}
