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
        } catch let error as any UserFacingError {
            // `investing last week`
            guard let words = try await SearchesWithoutCommand(context).words(of: "investing \(arguments.raw)") else {
                throw error
            }
            return try await Command.search.run(context, words)
        }
        let subject = NewsSubject(
            name: CategoryWording.name(topic, context.localizer),
            query: "topic:\"\(topic)\""
        )
        return try await TopStories(context).headlines(of: subject)
    }
}
