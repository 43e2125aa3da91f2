internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// The news of one topic of investing, or of all.
    static let investing = Command(
        name: "investing",
        topic: .reading,
        shape: .name(atMost: 4),
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        if arguments.isEmpty || arguments.isOne("all", "news", "headlines") {
            arguments = Arguments(CommandWord.words(in: "investing"))
            return try await TopStories(context).headlines(&arguments)
        }
        let topic: String
        do {
            topic = try Subjects(context).named(arguments.text, of: .investing)
        } catch CommandError.noSuchSubjectOf(_, let text, let near, let known) {
            // `investing last week`
            guard let words = try await SearchesWithoutCommand(context).words(of: "investing \(arguments.raw)") else {
                throw Command.unknownTopic(text, near, known, context)
            }
            return try await Command.search.run(context, words)
        }
        let subject = NewsSubject(
            name: CategoryWording.name(topic, context.localizer),
            query: "topic:\"\(topic)\""
        )
        var answers = try await TopStories(context).headlines(of: subject)
        let category = NewsCategory.investing.rawValue
        if let reader = context.reader, !answers.isEmpty,
            let note = try await HiddenCategories(context).note(onHidden: category, of: reader)
        {
            answers[0].body.blocks.insert(note, at: 0)
            answers[0].pageSize = answers[0].pageSize.map { $0 + 1 }
        }
        return answers
    }

    /// That investing has no such topic, with what can be typed instead.
    private static func unknownTopic(
        _ text: String,
        _ near: [String],
        _ known: [String],
        _ context: CommandContext
    ) -> CommandError {
        var facts: [String: MessageArgument] = ["text": .text(text), "all": .text(context.hint("investing"))]
        guard let example = near.first ?? known.first else { return .investing("none", facts) }
        let category = CategoryWording.name("Investing", context.localizer)
        facts["near"] = .names(near)
        facts["known"] = .names(known)
        facts["topic"] = .text(context.hint("investing \(example)"))
        facts["sources"] = .text(context.hint("sources \(category)"))
        return .investing(near.isEmpty ? "unknown" : "unknownNear", facts)
    }
}
