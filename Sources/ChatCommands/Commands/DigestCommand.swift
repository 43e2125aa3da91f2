internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let digest = Command(name: "digest", aliases: ["summary"], topic: .reading) { context, arguments in
        var arguments = arguments
        if try await context.isByClock(arguments) {
            return try await context.schedule(.digest, &arguments)
        }
        return try await context.digest(arguments)
    }
}

extension CommandContext {
    /// How many of the newest articles one digest is made of; it says so when there were more.
    private static let mostArticles = 300
    /// The same of readings: nobody reads that many in a week.
    private static let mostReadings = 1_000
    /// How many stories one digest lists.
    private static let mostListed = 200

    /// A digest where it is wanted.
    private struct Made {
        var answer: Answer
        var listed: [ListedArticle]
    }

    fileprivate func digest(_ arguments: Arguments) async throws -> [Answer] {
        var arguments = arguments
        let place = arguments.takeValue("to") { PlaceWord($0) }
        if place == nil, arguments.namesMailAddress { throw CommandError.onlyOwnMailbox(hint: hint("digest to mail")) }
        guard place == .mail, message.networkKind != .mail else {
            let made = try await digestOfNow(arguments)
            try await saveList(of: made.listed)
            return try await deliver(made.answer, to: place == .mail ? .here : place)
        }
        let mailbox = try await mailbox(toSend: true)
        let made = try await askedByMail(mailbox).digestOfNow(arguments)
        // There is nothing to send: that is said here.
        guard !made.listed.isEmpty else { return [Answer(body: made.answer.body)] }
        return try await mail([made.answer], listing: made.listed.map(\.article.id), to: mailbox)
    }

    /// Where no period is named it is today, or the last day and night: soon after midnight nothing is of today yet, and
    /// last evening's news are not old.
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
        let subject = try await subject(arguments)
        let range = period.range(now: time, calendar: calendar)

        let digest: Digest
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
            var articles = try await services.store.articles(selection, in: sight, limit: Self.mostArticles)
            articles += try await services.store.lateArticles(
                selection,
                in: sight,
                limit: Self.mostArticles - articles.count
            )
            digest = DigestBuilder.news(
                articles,
                period: period,
                withStatistics: withStatistics,
                now: time,
                calendar: calendar
            )
            isCut = articles.count == Self.mostArticles
            try await visited()
        }
        var body = DigestWording(localizer: localizer, hints: hints)
            .text(digest, category: subject.name, limit: Self.mostListed)
        if isCut {
            let note = localizer.spans(
                "page.newestOnly",
                ["n": .number(isOfReadings ? Self.mostReadings : Self.mostArticles)]
            )
            body.blocks.insert(.paragraph(note), at: min(2, body.blocks.count))
        }
        var answer = Answer(body: body, form: form)
        if case .heading(_, let spans) = body.blocks.first { answer.subject = spans.plainText }
        let listed = DigestWording.listed(digest, limit: Self.mostListed)
        answer.pictured = listed.map(\.article)
        return Made(answer: answer, listed: listed)
    }

    private func takeForm(_ arguments: inout Arguments) throws -> OutgoingMessage.Form {
        guard let word = arguments.takeRawValue("as", "format", "form") else { return .chat }
        switch word.lowercased() {
        case "text", "txt", "plain": return .text
        case "markdown", "md": return .markdown
        case "html": return .html
        case "chat": return .chat
        default: throw usageError("digest")
        }
    }

    /// Sends a long text where it was asked for, or says why it went elsewhere.
    private func deliver(_ made: Answer, to place: PlaceWord?) async throws -> [Answer] {
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
        // IRC has no files: a document of many lines goes to the one who wanted it, page by page.
        guard message.networkKind == .irc else { return [answer] }
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

extension [RichText.Span] {
    /// The words alone, for subjects.
    var plainText: String {
        map { span in
            switch span {
            case .text(let text), .code(let text): text
            case .strong(let inner), .emphasis(let inner): inner.plainText
            case .link(let label, let url): label.isEmpty ? url : label
            }
        }.joined()
    }
}
