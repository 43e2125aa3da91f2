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
        topic: .reading,
        shape: .headlines,
        effect: .shows,
        asksForPushes: { $0.namesSchedule || $0.beginsWithFrequency },
        allowsFrequencyFirst: true
    ) { context, arguments in
        var arguments = arguments
        if try await Scheduling(context).isScheduleRequest(arguments) {
            return try await Scheduling(context).schedule(.headlines, &arguments)
        }
        return try await TopStories(context).headlines(&arguments)
    }
}

extension CommandShape {
    /// A time, an interval, or a number with a name.
    fileprivate static let headlines = CommandShape { typed in
        // Phrases such as `latest photos` occur in normal talk.
        let isGeneric = typed.isGeneric || typed.word == "latest"
        if let isClear = typed.namesTime(allowsAnyNumber: !isGeneric) { return isClear }
        if let isClear = typed.namesFrequency(countsStories: true) { return isClear }
        var rest = typed.rest
        _ = rest.takeSourcesPerCategory()
        _ = rest.takeAny { Reference.number($0.text) }
        return rest.isEmpty || !isGeneric && rest.isName(atMost: 3)
    }
}

/// Answers with the top stories.
struct TopStories: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many of the newest articles the top stories are chosen from.
    private static let candidates = 200
    /// How many more stories `more` can show.
    private static let reserve = 30

    func headlines(_ arguments: inout Arguments) async throws -> [Answer] {
        try NewsSubjects(context).takeCurrentPlace(&arguments)
        let numbers = HeadlineNumbers(context)
        let perCategory =
            try numbers.takeSourcesPerCategory(&arguments) ?? HeadlineSelection.usualSourcesPerCategory
        let count = try numbers.takeCount(&arguments)
        let wanted = count ?? HeadlineSelection.usualCount
        // In a channel of lines a list is short, whatever number was asked for.
        let isOfAskedSize = count != nil && (!message.traits.sendsLines || wanted <= listLength)
        let subject: NewsSubject
        do {
            let asked = try await NewsSubjects(context).subject(arguments)
            subject = try await HiddenCategories(context).answered(asked)
        } catch CommandError.noSuchSubject(let text, let suggestions, let known) {
            if let problem = try await numbers.problem(in: arguments) { throw problem }
            // What is neither a category nor a feed may be a place.
            let places = NewsPlaces(context)
            if suggestions.isEmpty, let answer = try await places.news(of: text, count: count) { return answer }
            if suggestions.isEmpty, let other = try await misplacedWords(arguments, known: known) { throw other }
            throw CommandError.noSuchSubject(text, suggestions: suggestions, known: known)
        }
        return try await headlines(of: subject, wanted, isOfAskedSize: isOfAskedSize, sourcesPerCategory: perCategory)
    }

    /// What headlines take, for words that another command of reading or a search understands: `near Turin`, `today`,
    /// `all`.
    ///
    /// - Parameter known: categories that there are.
    private func misplacedWords(_ arguments: Arguments, known: [String]) async throws -> CommandError? {
        var other: String?
        let first = arguments.first.flatMap { $0.isQuoted ? nil : table.command(named: $0.text) }
        if let first, first.topic == .reading, first.isConfigured(services), arguments.words.count > 1 {
            other = hint("\(fixed: first.name) \(BoundedText.shortened(arguments.dropping(1).raw, to: 60))")
        } else if try await SearchRequests(context).isOnlyUnderstood(arguments.raw) {
            other = hint("search \(arguments.raw)")
        } else if !arguments.isOne("all", "everything") {
            return nil
        }
        let text = BoundedText.shortened(arguments.text, to: 60)
        let example: HintLine = if let category = known.first { "headlines \(category)" } else { "headlines 5" }
        return .headlines(.subject(text, all: hint("headlines"), example: hint(example), other: other))
    }

    /// The top stories of one part of the news.
    func headlines(
        of subject: NewsSubject,
        _ wanted: Int = HeadlineSelection.usualCount,
        isOfAskedSize: Bool = false,
        sourcesPerCategory perCategory: Int = HeadlineSelection.usualSourcesPerCategory
    ) async throws -> [Answer] {
        let views = ListViews(context)
        let view = try await views.current()
        let candidates = try await services.store.headlineCandidates(
            views.narrowed(subject.selection(from: .distantPast, to: .distantFuture), by: view),
            in: sight,
            limit: Self.candidates
        )
        let choice = HeadlineSelection.choice(
            from: candidates,
            count: wanted + Self.reserve,
            sourcesPerCategory: subject.name == nil ? perCategory : nil,
            now: time
        )
        let chosen = try await services.store.articles(choice.articles, in: sight)
        var headlines = Headlines(choice, chosen, madeAt: time)
        headlines.sort(by: view)
        if view.order == nil, subject.category.flatMap(NewsCategory.init(named:)) == .sports {
            let order = try await services.store.categoryOrder(of: reader)
            headlines.put(inOrder: order.sortedBySport(headlines.all))
        }
        if !view.leavesOutNews { try await Owners(context).visited() }
        let hiddenNote = try await HiddenCategories(context).note(on: subject)
        guard !headlines.isEmpty else {
            var nothing = try await views.empty(view, subject)
            if let hiddenNote { nothing.blocks.insert(hiddenNote, at: 0) }
            return show(nothing)
        }
        let wording = HeadlinesWording(
            localizer: localizer,
            hints: hints,
            linksTitles: linksTitles,
            linksPicture: !attachesPictures,
            leadBytes: message.traits.lineBytes,
            // The title names the feed.
            namesFeeds: subject.feed == nil,
            layout: layout
        )
        try await Listings(context).saveList(of: headlines.all)
        var body = wording.text(headlines, category: subject.name)
        if case .footer = body.blocks.last { body.blocks.removeLast() }
        if let hiddenNote { body.blocks.insert(hiddenNote, at: 0) }
        if let line = try await views.line(view) { body.blocks.insert(line, at: 0) }
        // The first story takes one block for each of its facts; every other story takes one block.
        let others = headlines.others.count
        let lead = body.blocks.count - others - body.blocks.count { if case .heading = $0 { true } else { false } }
        let next = next(after: subject)
        let shown = headlines.all.prefix(wanted).map(\.article)
        let listed = isOfAskedSize ? wanted : min(wanted, listLength)
        return [
            Answer(
                body: body + next,
                pageSize: lead + (listed - 1) * articleLines.linesPerItem,
                isOfAskedSize: isOfAskedSize,
                pictured: shown
            )
        ]
    }

    /// What may be typed next: below the news of investing, also its topics.
    private func next(after subject: NewsSubject) -> RichText {
        let read = MessageArgument.text(hint("read 1"))
        let topics = Subjects(context).names(of: .investing).map { CategoryWording.name($0, localizer) }
        guard subject.category.flatMap(NewsCategory.init(named:)) == .investing, let first = topics.first else {
            return footer("command.headlines.next", ["read": read])
        }
        let example = topics.first { !$0.contains(" ") } ?? first
        let facts: [String: MessageArgument] = [
            "read": read, "topic": .text(hint("investing \(example)")), "topics": .text(localizer.list(topics)),
        ]
        return footer("command.headlines.nextTopic", facts)
    }
}
