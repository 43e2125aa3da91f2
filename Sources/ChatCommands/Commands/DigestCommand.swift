internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let digest = Command(
        name: "digest",
        aliases: ["summary"],
        topic: .reading,
        shape: .digest,
        effect: .shows,
        asksForPushes: { $0.namesSchedule || $0.beginsWithFrequency },
        allowsFrequencyFirst: true
    ) { context, arguments in
        var arguments = arguments
        if try await Scheduling(context).isScheduleRequest(arguments) {
            return try await Scheduling(context).schedule(.digest, &arguments)
        }
        return try await Digests(context).digest(arguments)
    }
}

extension CommandShape {
    /// A time, an interval, or a period with a name and a format.
    fileprivate static let digest = CommandShape { typed in
        if let isClear = typed.namesTime(allowsAnyNumber: !typed.isGeneric) { return isClear }
        if let isClear = typed.namesFrequency(countsStories: false) { return isClear }
        var rest = typed.rest
        _ = rest.takeFlag("read")
        _ = rest.takeFlag("stats", "statistics")
        _ = rest.takeRawValue("as", "format", "form")
        _ = rest.takePeriod()
        return rest.isEmpty || !typed.isGeneric && rest.isName(atMost: 3)
    }
}

/// Digests as answers.
struct Digests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most articles that one digest counts.
    ///
    /// The answer says so if there were more.
    private static let mostArticles = 10_000
    /// The same limit for a digest of readings.
    private static let mostReadings = 1_000
    /// The most stories that one digest lists.
    private static let mostListed = 200
    /// The most articles in a digest of one feed, which lists them all.
    private static let mostOfOneFeed = 500

    /// A digest that is ready to send.
    private struct Made {
        var answer: Answer
        var listed: [ListedArticle]
    }

    fileprivate func digest(_ arguments: Arguments) async throws -> [Answer] {
        var arguments = arguments
        let place = arguments.takeValue("to") { table.destination($0) }
        if place == nil, arguments.namesMailAddress { throw CommandError.onlyOwnMailbox(hint: hint("digest to mail")) }
        guard place == .mail, !message.traits.isMailDestination else {
            let made = try await digestOfNow(arguments)
            try await Listings(context).saveList(of: made.listed)
            return try await deliver(made.answer, to: place == .mail ? .here : place)
        }
        let mailbox = try await Mailboxes(context).mailbox(toSend: true)
        let made = try await Digests(Mailboxes(context).askedByMail(mailbox)).digestOfNow(arguments)
        // An empty digest is not mailed; the answer is shown here.
        guard !made.listed.isEmpty else { return [Answer(body: made.answer.body)] }
        return try await Mailboxes(context).mail([made.answer], listing: made.listed.map(\.article.id), to: mailbox)
    }

    /// Without a named period the digest is of today.
    ///
    /// If today has no articles, it is of the last 24 hours.
    private func digestOfNow(_ arguments: Arguments) async throws -> Made {
        let made = try await makeDigest(arguments, unnamed: .today)
        var rest = arguments
        let isNamed = rest.takeFlag("read") || rest.takePeriod() != nil
        guard !isNamed, made.listed.isEmpty else { return made }
        return try await makeDigest(arguments, unnamed: .hours(24))
    }

    private func makeDigest(_ arguments: Arguments, unnamed: DigestPeriod) async throws -> Made {
        var arguments = arguments
        let isOfReadings = arguments.takeFlag("read")
        let withStatistics = arguments.takeFlag("stats", "statistics")
        let form = try takeForm(&arguments)
        let period = arguments.takePeriod() ?? (isOfReadings ? .week : unnamed)
        let asked = try await NewsSubjects(context).subject(arguments)
        let subject = try await HiddenCategories(context).answered(asked)
        let order = try await services.store.categoryOrder(of: reader)
        let range = period.range(now: time, calendar: calendar)
        let mostListed = subject.feed == nil ? Self.mostListed : Self.mostOfOneFeed
        // Who wants a document keeps it, so it has no selection.
        let perFeed = form == .chat ? DigestLayout.usualPerFeed : .max

        var digest: Digest
        var isCut = false
        if isOfReadings {
            let readings = try await services.store.readings(
                of: try await profile().id,
                from: range.lowerBound,
                to: range.upperBound,
                category: subject.category,
                limit: Self.mostReadings
            )
            digest = DigestBuilder.readings(
                readings.filter { subject.feed == nil || $0.listed.article.feedID == subject.feed }
                    .map { ($0.listed, $0.readAt) },
                period: period,
                withStatistics: withStatistics,
                now: time,
                calendar: calendar
            )
            isCut = readings.count == Self.mostReadings
        } else {
            let selection = subject.selection(from: range.lowerBound, to: range.upperBound)
            let outline = try await services.store.outline(of: selection, in: sight, limit: Self.mostArticles)
            let keptBack = try await services.store.keptBackStories(of: reader)
            let plan = DigestPlan(outline.articles, limit: mostListed, perFeed: perFeed, keptBack: keptBack)
            digest = DigestBuilder.news(
                plan,
                try await services.store.articles(plan.wanted, of: outline, in: sight),
                period: period,
                withStatistics: withStatistics,
                now: time,
                calendar: calendar
            )
            for index in digest.sections.indices {
                digest.sections[index].entries = order.sortedBySport(digest.sections[index].entries, by: \.listed)
            }
            isCut = outline.isCut
            try await Owners(context).visited()
        }
        digest.sections = order.sorted(digest.sections, by: \.category)
        var body = DigestWording(
            localizer: localizer,
            hints: hints,
            layout: layout,
            lineBytes: message.traits.lineBytes,
            showsIcons: showsIcons
        )
        .text(digest, category: subject.name, limit: mostListed, perFeed: perFeed)
        if isCut {
            let note = localizer.spans(
                "page.newestOnly",
                ["n": .number(isOfReadings ? Self.mostReadings : Self.mostArticles)]
            )
            body.blocks.insert(.paragraph(note), at: min(2, body.blocks.count))
        }
        if let note = try await HiddenCategories(context).note(on: subject) {
            body.blocks.insert(note, at: min(1, body.blocks.count))
        }
        var answer = Answer(body: body, form: form)
        if case .heading(_, let spans) = body.blocks.first { answer.subject = spans.words }
        let listed = DigestWording.listed(digest, limit: mostListed, perFeed: perFeed)
        answer.pictured = listed.map(\.article)
        return Made(answer: answer, listed: listed)
    }

    private func takeForm(_ arguments: inout Arguments) throws -> OutgoingMessage.Form {
        guard let word = arguments.takeValue("as", "format", "form", read: { $0 }) else { return .chat }
        switch word.lowercased() {
        case "text", "txt", "plain": return .text
        case "markdown", "md": return .markdown
        case "html": return .html
        case "chat": return .chat
        default: throw usageError("digest")
        }
    }

    /// Chooses where a long text is sent, and adds a notice if it is sent privately.
    private func deliver(_ made: Answer, to place: Destination?) async throws -> [Answer] {
        var answer = made
        let form = answer.form
        switch place {
        case nil, .here, .mail: break
        case .privately: answer.place = .privately
        case .room(let name): throw CommandError.onlyScheduledThere(name, hint: hint("digest at 18:00 to \(name)"))
        }
        guard form != .chat else {
            guard answer.place == .privately, room != nil else { return [answer] }
            return [answer] + say("command.sentPrivately", ["name": .text(person.displayName)])
        }
        // A network without documents gets the text page by page, in private.
        guard !message.traits.carriesDocuments else { return [answer] }
        guard room != nil else { return say("page.asLines") + [answer] }
        answer.place = .privately
        return [answer] + say("page.asLinesPrivately", ["name": .text(person.displayName)])
    }
}

extension Arguments {
    /// `week`, `last week`, `since mon`, `24h`, `2026-11-01..`, `range=week`.
    mutating func takePeriod() -> DigestPeriod? {
        if let period = takeValue("range", "period", "when", read: { DigestPeriod($0) }) { return period }
        for (index, word) in words.enumerated() where !word.isQuoted {
            let next = index + 1 < words.count ? word.keyword + " " + words[index + 1].keyword : ""
            if !next.isEmpty, ["last", "this", "since"].contains(word.keyword), let period = DigestPeriod(next) {
                remove(index...index + 1)
                return period
            }
            if let period = DigestPeriod(word.keyword) {
                remove(index...index)
                return period
            }
        }
        return nil
    }
}
