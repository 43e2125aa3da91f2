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
        guard let reader, let category = asked.category else { return asked }
        let entries = try await services.store.categories(of: reader)
        let folded = CategoryNaming.folded
        guard let place = entries.firstIndex(where: { folded($0.name) == folded(category) }), entries[place].isHidden
        else { return asked }
        // After the last one comes the first.
        let following = entries[(place + 1)...] + entries[..<place]
        guard let next = following.first(where: { !$0.isHidden && $0.feedCount > 0 }) else { return asked }
        return NewsSubject(name: next.name, category: next.name, hidden: category)
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
}
