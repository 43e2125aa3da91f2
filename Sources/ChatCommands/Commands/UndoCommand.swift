internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Takes back a change of the last day: the newest, a named one, or that of the answer it replies to.
    ///
    /// It also reverts a change of a feed's address that the bot made by itself.
    static let undo = Command(
        name: "undo",
        isGeneric: true,
        topic: .following,
        need: .owner,
        mustNotRepeat: true,
        shape: .name(atMost: 3),
        returnsToChanges: true
    ) {
        context,
        arguments in
        var arguments = arguments
        let isOwn = arguments.takeFirst("mine", "my")
        let named = arguments.takeValue("in", "to") { context.table.destination($0) }
        let place: Destination? = isOwn ? .privately : named
        let undoing = Undoing(context)
        if arguments.isEmpty, let answers = try await undoing.undoReplied(at: place) { return answers }
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: context.hint("undo mine"))
        return try await undoing.undo(arguments, of: owner)
    }
}

/// Describes changes and takes them back.
struct Undoing: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    // MARK: - Describing

    /// Describes a change.
    ///
    /// `line` is the typed command, without addresses; it is shortened here. `reverse` is the command that reverts it.
    func record(_ line: HintLine, reverse: HintLine? = nil, of owner: Owner) async {
        let place: Destination = owner.isRoom ? .room(owner.address.target) : .privately
        await note(line, undo: reverse.map { hint($0, about: owner, at: place, isAnsweredHere: true) })
    }

    /// Describes a change for `undo`, and for an answer to a correction of its line.
    ///
    /// `undo` is what to type here to take it back.
    func note(_ line: HintLine, undo: String?) async {
        let line = line.shortened(to: Self.longestLine)
        changes.describe(line.stored, wayBack: undo)
        await memory.note(RecentCommands.Change(line: line, undo: undo), of: message)
    }

    /// In characters of what is inserted.
    private static let longestLine = 80

    // MARK: - Taking back

    /// The store whose changes are not recorded: what was taken back is not taken back again.
    private var store: Store { services.store.unrecorded }

    /// Undoes the change that the replied-to answer reported; nil if the message replies to no answer.
    fileprivate func undoReplied(at place: Destination?) async throws -> [Answer]? {
        guard let event = message.question?.repliesTo else { return nil }
        // In a room a person may have changed what is their own.
        if let own = person.profile?.id.recipient,
            let told = try await store.ownChanges(answeredBy: event, on: message.network, of: own, at: time),
            let change = told.first(where: { !$0.isUndone })
        {
            let owner = try await Owners(context).owner(of: .privately, toChange: true)
            return try await answer(to: change, of: owner)
        }
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: hint("undo mine"))
        guard
            let told = try await store.ownChanges(answeredBy: event, on: message.network, of: owner.recipient, at: time)
        else { return nil }
        guard let change = told.first(where: { !$0.isUndone }) else {
            return say("undo.nothingThere", ["hint": .text(hint("undo"))])
        }
        return try await answer(to: change, of: owner)
    }

    private func answer(to change: OwnChange, of owner: Owner) async throws -> [Answer] {
        let limits = limits(of: owner)
        let outcome = try await store.undo(change, of: owner.recipient, isNewest: false, limits: limits, at: time)
        return words(for: outcome, of: change)
    }

    /// Takes back the newest change, or the newest that is called so; the answer says which.
    fileprivate func undo(_ name: Arguments, of owner: Owner) async throws -> [Answer] {
        var moves = try await store.feedMoves(of: owner.recipient, at: time)
        var changes = try await store.ownChanges(of: owner.recipient, at: time)
        if !name.isEmpty {
            let newest = changes.first
            changes = OwnChange.named(name, among: changes, localizer)
            let feed = try await feed(of: name, isNeeded: newest == nil && !moves.isEmpty)
            if changes.isEmpty, let newest, feed.map({ feed in !moves.contains { $0.feedID == feed.id } }) ?? true {
                return say(
                    "undo.nothingCalled",
                    [
                        "text": .text(String(name.text.prefix(60))), "line": .text(shown(newest)),
                        "undo": .text(hint("undo")),
                    ]
                )
            }
            moves.removeAll { $0.feedID != feed?.id }
        }
        let moved = moves.first?.movedAt ?? .distantPast
        for change in changes where change.madeAt >= moved {
            let outcome = try await store.undo(
                change,
                of: owner.recipient,
                isNewest: name.isEmpty,
                limits: limits(of: owner),
                at: time
            )
            // Of what is as it was already, nobody needs to hear.
            if outcome.restored > 0 || !outcome.obstacles.isEmpty { return words(for: outcome, of: change) }
        }
        guard let move = moves.first, let back = try await store.undoMove(move, for: owner.recipient, at: time)
        else { return say("undo.nothing", ["hint": .text(hint("feeds"))]) }
        let feed = try await store.feed(back.id, in: .of(owner.recipient)) ?? back
        return say(
            "feed.moveUndone",
            [
                "name": .text(BoundedText.name(feed.name)),
                "url": .text(BoundedText.shortened(try await Visibility(context).shownAddress(of: feed), to: 200)),
                "hint": .text(hint("feed \(feed.name)")),
            ]
        )
    }

    private func limits(of owner: Owner) -> UndoLimits {
        let quotas = QuotaKind.allCases.map { ($0, QuotaLimits(context).limit($0, of: owner)) }
        return UndoLimits(
            quotas: Dictionary(uniqueKeysWithValues: quotas),
            smartFeeds: owner.quotas.smartFeeds,
            saved: person.isAdmin ? .max : options.quotas.saved,
            categories: owner.quotas.categories,
            leftOutSources: ViewWords.mostSources
        )
    }

    /// The named feed.
    ///
    /// Nil if there is none and `isNeeded` is false.
    private func feed(of words: Arguments, isNeeded: Bool) async throws -> Feed? {
        do { return try await Listings(context).feed(named: words.text) } catch let error as CommandError {
            if isNeeded { throw error }
            return nil
        }
    }

    // MARK: - Answers

    private func words(for outcome: UndoOutcome, of change: OwnChange) -> [Answer] {
        let facts: [String: MessageArgument] = [
            "line": .text(shown(change)),
            "age": .text(localizer.relative(change.madeAt, now: time)),
        ]
        var body = localizer.richText(outcome.restored > 0 ? "undo.done" : "undo.notDone", facts)
        if outcome.leavesOutNews {
            body = body + localizer.richText("undo.newsLeftOut", ["hint": .text(hint("news"))])
        }
        for reason in UndoOutcome.Reason.allCases {
            let kept = outcome.obstacles.filter { $0.reason == reason }
            guard !kept.isEmpty else { continue }
            let shown = kept.prefix(Self.mostNamed).map(shown) + (kept.count > Self.mostNamed ? ["…"] : [])
            let text = localizer.spans(
                "undo.kept.\(reason.rawValue)",
                ["what": .text(localizer.list(shown)), "undo": .text(hint("undo"))]
            )
            body.blocks.append(.paragraph(text))
        }
        return show(body)
    }

    private func shown(_ change: OwnChange) -> String {
        let lines = change.lines.map { privateHint(HintLine(stored: $0)) }
        return lines.isEmpty ? localizer.text("undo.somewhat") : lines.joined(separator: " · ")
    }

    private static let mostNamed = 5

    private func shown(_ obstacle: UndoOutcome.Obstacle) -> String {
        localizer.text("undo.thing.\(obstacle.table.rawValue)", ["name": .text(BoundedText.name(obstacle.name))])
    }
}

extension HintLine {
    /// On one line: the fixed words, and what is inserted in at most so many characters.
    fileprivate func shortened(to limit: Int) -> HintLine {
        var left = limit
        return pieces.reduce(HintLine("")) { line, piece in
            guard case .value(let value) = piece else { return line + HintLine(piece.text) }
            let blank = value.first?.isWhitespace == true ? " " : ""
            let shown = BoundedText.shortened(value, to: max(left, 1))
            left -= shown.count
            return line + (blank + shown)
        }
    }
}
