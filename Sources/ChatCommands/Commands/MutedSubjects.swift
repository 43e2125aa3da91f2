internal import Editorial
internal import Localization
internal import NewsModel
internal import Storage
internal import TextAnalysis

/// Says that what a line asks for is muted, so that nobody wonders where its news is.
struct MutedSubjects: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Empty when no mute of the reader hides whatever names this place.
    func note(on named: NamedPlace) async throws -> RichText {
        let place = QueryDocument(
            title: "",
            places: ([named.place] + named.containers).map(\.name),
            positions: named.place.kind.isTown ? [named.place.position] : []
        )
        return try await note { mute in
            guard case .words(let text) = mute.subject, let query = try? Query(parsing: text, limits: options.queries)
            else { return false }
            return query.matches(place)
        }
    }

    /// Empty when the reader has muted no place.
    func noteOnPlaces() async throws -> RichText {
        try await note { mute in
            guard case .words(let text) = mute.subject, let query = try? Query(parsing: text, limits: options.queries)
            else { return false }
            return query.requiredPlaces != nil
        }
    }

    private func note(_ hides: (Mute) -> Bool) async throws -> RichText {
        guard let reader, let mute = try await services.store.mutes(of: reader, at: time).first(where: hides) else {
            return RichText()
        }
        return localizer.richText(
            "command.muted",
            ["name": .text(mute.name), "hint": .text(hint("unmute \(mute.number)"))]
        )
    }
}
