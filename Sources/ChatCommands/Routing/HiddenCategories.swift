internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Who asks for a category that they have hidden is shown the next one.
struct HiddenCategories: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The asked part of the news, or the next category that is shown; the asked one if none is shown.
    func answered(_ asked: NewsSubject) async throws -> NewsSubject {
        guard let reader, let category = asked.category,
            let next = try await services.store.categoryInstead(of: category, for: reader)
        else { return asked }
        return NewsSubject(name: next, category: next, hidden: category)
    }

    /// Says which category is hidden, and which is shown.
    func note(on subject: NewsSubject) -> RichText.Block? {
        guard let hidden = subject.hidden, let shown = subject.name else { return nil }
        let name = CategoryWording.name(hidden, localizer)
        let facts: [String: MessageArgument] = [
            "hidden": .text(name), "shown": .text(CategoryWording.name(shown, localizer)),
            "show": .text(hint("category show \(name)")),
        ]
        return .paragraph(localizer.spans("command.category.instead", facts))
    }

    /// Says what a schedule will bring while the category that it is for is hidden; nothing if it is not.
    func note(onSchedule request: ScheduleRequest, of owner: Owner) async throws -> RichText {
        guard let category = request.category,
            let next = try await services.store.categoryInstead(of: category, for: owner.recipient)
        else { return RichText() }
        let name = CategoryWording.name(category, localizer)
        let show: HintLine = "category show \(name)"
        let shownHere = owner.isRoom ? CommandHints.inRoom(localizer.typed(show), botName: botName) : privateHint(show)
        let facts: [String: MessageArgument] = [
            "hidden": .text(name), "shown": .text(CategoryWording.name(next, localizer)),
            "show": .text(owner.room?.id == room?.id ? hint(show) : shownHere),
        ]
        return localizer.richText("schedule.hidden", facts)
    }

    private var botName: String { options.botName(message.network) }
}
