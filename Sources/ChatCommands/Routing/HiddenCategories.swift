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

    /// Says which category is hidden, and which is shown in its place if there is one; nil if it is not hidden.
    func note(on subject: NewsSubject) async throws -> RichText.Block? {
        guard let hidden = subject.hidden, let shown = subject.name else {
            guard let reader, let category = subject.category else { return nil }
            return try await note(onHidden: category, of: reader)
        }
        let name = CategoryWording.name(hidden, localizer)
        let facts: [String: MessageArgument] = [
            "hidden": .text(name), "shown": .text(CategoryWording.name(shown, localizer)),
            "show": .text(hint("category show \(name)")),
        ]
        return .paragraph(localizer.spans("command.category.instead", facts))
    }

    /// Says that a category is hidden, and how to show it again; nil if it is not.
    ///
    /// - Parameter isOwn: a room is asked about the sender's own categories.
    func note(onHidden category: String, of owner: RecipientID, isOwn: Bool = false) async throws -> RichText.Block? {
        let wanted = CategoryNaming.folded(category)
        let entries = try await services.store.categories(of: owner)
        guard let entry = entries.first(where: { CategoryNaming.folded($0.name) == wanted }), entry.isHidden else {
            return nil
        }
        let name = CategoryWording.name(entry.name, localizer)
        let show = hint(isOwn ? "category mine show \(name)" : "category show \(name)")
        return .paragraph(
            localizer.spans("command.category.hiddenAlready", ["names": .text(name), "hint": .text(show)])
        )
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
