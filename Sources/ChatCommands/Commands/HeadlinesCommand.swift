internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let headlines = Command(
        name: "headlines",
        aliases: ["latest", "hl"],
        genericAliases: ["last", "top"],
        topic: .reading
    ) { context, arguments in
        var arguments = arguments
        if try await context.isByClock(arguments) {
            return try await context.schedule(.headlines, &arguments)
        }
        return try await context.headlines(&arguments)
    }
}

extension CommandContext {
    /// How many articles the top stories are picked from.
    private static let candidates = 200
    /// How many more wait behind the ones asked for.
    private static let reserve = 30

    fileprivate func headlines(_ arguments: inout Arguments) async throws -> [Answer] {
        try takeOwnPlace(&arguments)
        let keyed = arguments.takeValue("n", "count") { Reference.number($0) }
        let count = keyed ?? arguments.takeAny { $0.isQuoted ? nil : Reference.number($0.text) }
        let wanted = min(max(count ?? HeadlineSelection.usualCount, 1), 50)
        let subject = try await subject(arguments)
        let articles = try await services.store.articles(
            subject.selection(from: .distantPast, to: .distantFuture),
            in: sight,
            limit: Self.candidates
        )
        let headlines = HeadlineSelection.headlines(
            from: articles,
            count: wanted + Self.reserve,
            sourcesPerCategory: subject.name == nil ? HeadlineSelection.usualSourcesPerCategory : nil,
            now: time
        )
        try await visited()
        guard !headlines.isEmpty else { return show(try await emptiness(of: subject)) }
        let wording = HeadlinesWording(localizer: localizer, hints: hints, linksTitles: linksTitles)
        try await saveList(of: headlines.all)
        var body = wording.text(headlines, category: subject.name)
        if case .footer = body.blocks.last { body.blocks.removeLast() }
        // The first story is as many blocks as it has facts; every other one is one.
        let others = headlines.others.count
        let lead = body.blocks.count - others - body.blocks.count { if case .heading = $0 { true } else { false } }
        let next = footer("command.headlines.next", ["read": .text(hint("read 1"))])
        let shown = headlines.all.prefix(wanted).map(\.article)
        return [Answer(body: body + next, pageSize: lead + wanted - 1, pictured: shown)]
    }
}
