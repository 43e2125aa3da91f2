internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What the puzzles of a person have in common.
///
/// They are answered in private, in the person's own language and at their own date, also when they are asked for in a
/// room.
struct Puzzling: CommandTopic {
    let context: CommandContext
    let tables: PuzzleTables
    let profile: Profile
    /// The person's own.
    let localizer: Localizer
    /// The number of the person's day.
    let number: Int

    /// Puzzles stay open for typed words so long, in seconds.
    private static let patience = 7 * 86_400.0

    init(_ context: CommandContext) async throws {
        guard let tables = context.services.puzzles else { throw CommandError.puzzlesOff }
        self.context = context
        self.tables = tables
        profile = try await context.profile()
        let catalogue = context.services.catalogue
        localizer =
            context.isPrivate
            ? context.localizer : catalogue.localizer(for: profile.settings, on: context.message.traits)
        number = PuzzleDay.number(of: context.time, in: localizer.calendar)
    }

    /// Commands as they are typed in private.
    var hints: CommandHints { CommandHints.privately.spoken(by: localizer) }

    /// An answer to the person alone, whole: a board is not cut.
    func show(_ body: RichText) -> [Answer] {
        [Answer(body: body, place: isPrivate ? .here : .privately, isWhole: true)]
    }

    /// The puzzles that the person has open, the one played last first.
    func openPlays() async throws -> [OpenPlay] {
        try await services.store.openPlays(of: profile.id, since: time.addingTimeInterval(-Self.patience))
    }

    /// Notes that a puzzle was opened from this room, which hears of it once, and of the result later.
    func join(_ puzzle: PuzzleID, _ key: String, _ facts: [String: MessageArgument]) async throws -> [Answer] {
        guard let room, try await services.store.join(room.id, with: profile.id, in: puzzle) else { return [] }
        let facts = facts.merging(["name": .text(person.displayName)]) { own, _ in own }
        return [Answer(body: context.localizer.richText(key, facts))]
    }

    /// Tells the rooms where the person answered an invitation.
    ///
    /// A room hears nothing in its quiet hours, nothing of games that it forbids, and of no more results in an hour than
    /// it wants lines.
    func tellRooms(
        of puzzle: PuzzleID,
        _ kind: PuzzleKind,
        _ key: String,
        _ facts: [String: MessageArgument]
    ) async throws -> [Answer] {
        var answers: [Answer] = []
        for id in try await services.store.rooms(of: profile.id, in: puzzle) {
            guard let room = try await services.store.room(id), room.etiquette.allows(kind.rawValue),
                !room.isQuiet(at: time, in: services.catalogue.localizer(for: room.settings).calendar),
                try await services.store.resultsHeard(in: id, since: time - 3_600) <= room.etiquette.linesPerHour
            else { continue }
            let facts = facts.merging(["name": .text(person.displayName)]) { own, _ in own }
            let body = services.catalogue.localizer(for: room.settings).richText(key, facts)
            answers.append(Answer(body: body, place: .room(room), isWhole: true))
        }
        return answers
    }
}
