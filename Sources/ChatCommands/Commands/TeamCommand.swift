internal import Editorial
internal import Foundation
internal import GameRooms
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    /// Adds a smart feed of a team; what else smart feeds can do, teams can do.
    static let team = Command(
        name: "team",
        aliases: ["teams"],
        isGeneric: true,
        topic: .following,
        need: .owner,
        keepsText: { _ in true },
        shape: .name(atMost: 5),
        effect: .showsOnly { $0.isEmpty || $0.isOne("list", "ls") }
    ) { context, arguments in
        var arguments = arguments
        let place: Destination? = arguments.takeFirst("mine", "my") ? .privately : nil
        if arguments.takeFirst("list", "ls") || arguments.isEmpty {
            try context.refuseRest(arguments, of: "team")
            return try await SmartFeeds(context).list(at: place, asTeams: true)
        }
        if let verb = arguments.first?.keyword, SmartFeeds.changes.contains(verb) {
            return try await SmartFeeds(context).change(arguments, at: place)
        }
        _ = arguments.takeFirst("add", "new", "create")
        let sport = arguments.takeSport()
        guard !arguments.isEmpty else { throw context.usageError("team") }
        return try await SportsDesk(context).add(team: arguments.text, in: sport, at: place)
    }
}

extension Arguments {
    /// Removes `in SPORT` from the end.
    fileprivate mutating func takeSport() -> String? {
        guard let index = words.lastIndex(where: { $0.keyword == "in" }), index > 0, index + 1 < words.count else {
            return takeRawValue("in")
        }
        let sport = dropping(index + 1).withoutPoliteness.text
        remove(index...words.count - 1)
        return sport
    }
}

/// Follows teams by smart feeds.
extension SportsDesk {
    /// A smart feed of the team's name beside the words of a sport: "Jets", "Heat" and "Giants" mean other things, too.
    ///
    /// Without a sport all count. News of any sport has an ordinary word, so that such a name needs its own.
    func add(team: String, in typed: String?, at place: Destination?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: true)
        let sports =
            try typed.map { [try Subjects(context).named($0, of: .sports)] } ?? Subjects(context).names(of: .sports)
        let words = OrdinaryWords(
            services.puzzles?.library,
            language: localizer.language,
            teams: services.catalogue.phrases("sports.ordinaryTeams")
        )
        if typed == nil, sports.count > 1, words.contains(team) {
            return say("sports.whichSport", try await question(about: team, for: owner, at: place))
        }
        var contexts = sports.map { "sport:\"\($0)\"" }
        let sections = try await services.store.categoriesInSight(of: owner.recipient)
        if typed == nil, sections.contains(where: { NewsCategory(named: $0) == .sports }) {
            contexts.append("category:sports")
        }
        guard !contexts.isEmpty else { return say("sports.none") }
        let name = team.filter { $0 != "\"" }.trimmed
        let text = "\"\(name)\" (\(contexts.joined(separator: " OR ")))"
        return try await SmartFeeds(context).add(name, as: text, of: owner, at: place)
    }

    private func question(
        about team: String,
        for owner: Owner,
        at place: Destination?
    ) async throws -> [String: MessageArgument] {
        let names = try await inOrder(for: owner).map { CategoryWording.name($0, localizer) }
        let team = BoundedText.name(team)
        let first = names.first ?? ""
        let example = hint(place == nil ? "team \(team) in \(first)" : "team mine \(team) in \(first)")
        return ["name": .text(team), "example": .text(example), "sports": .text(localizer.list(names))]
    }
}
