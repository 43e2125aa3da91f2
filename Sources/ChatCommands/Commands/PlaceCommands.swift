internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    static let near = Command(
        name: "near",
        topic: .reading,
        isConfigured: { $0.places != nil },
        shape: .name(atMost: 3),
        effect: .shows
    ) { context, arguments in
        try await NewsPlaces(context).near(arguments)
    }

    static let region = Command(
        name: "region",
        topic: .reading,
        isConfigured: { $0.places != nil },
        shape: .name(atMost: 3),
        effect: .shows
    ) { context, arguments in
        try await NewsPlaces(context).region(arguments)
    }

    static let map = Command(
        name: "map",
        topic: .reading,
        isConfigured: { $0.places != nil },
        shape: .name(atMost: 2),
        effect: .shows
    ) { context, arguments in
        try await NewsPlaces(context).map(arguments)
    }
}

/// Answers with the news of a part of the map.
struct NewsPlaces: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Seconds that are looked back.
    private static let span = 14.0 * 86_400
    private static let mapSpan = 7.0 * 86_400
    private static let usualDistance = PlaceDistance(number: 100, unit: .kilometres)
    /// In kilometres.
    private static let farthest = 5_000.0
    private static let mostListed = 100
    private static let mostTowns = 200
    private static let townsOnPage = 10

    /// The news of a place, as `near` lists them; nil when there is no such place.
    func news(of name: String, count: Int?) async throws -> [Answer]? {
        guard let finder = services.places, !PlaceQuery(name, gazetteer: finder.gazetteer).named.isEmpty else {
            return nil
        }
        return try await near(Arguments(CommandWord.words(in: name)), count: count)
    }

    fileprivate func near(_ arguments: Arguments, count: Int? = nil) async throws -> [Answer] {
        var words = arguments.words.map(\.text)
        let typed = distance(&words) ?? distanceWithoutUnit(&words)
        if let typed {
            guard distance(&words) == nil else {
                let place = words.isEmpty ? exampleTown : BoundedText.shortened(words.joined(separator: " "), to: 60)
                return say("command.places.twoDistances", ["hint": .text(hint("near \(place) 50km"))])
            }
            guard typed.kilometres >= 1 else {
                return say("command.places.tooNear", ["hint": .text(hint("near \(exampleTown) 50km"))])
            }
            guard typed.kilometres <= Self.farthest else {
                return say(
                    "command.places.tooFar",
                    [
                        "most": .number(Int(Self.farthest)), "near": .text(hint("near \(exampleTown) 500km")),
                        "region": .text(hint("region \(exampleCountry)")),
                    ]
                )
            }
        }
        switch try await place(words) {
        case .answer(let answer): return answer
        case .place(let named):
            let isTown = [.city, .county, .territory].contains(named.place.kind)
            guard isTown || typed != nil else { return try await inside(named, count) }
            return try await around(named, typed ?? Self.usualDistance, count)
        }
    }

    /// Removes a distance with its unit and the words that join it to a place.
    private func distance(_ words: inout [String]) -> PlaceDistance? {
        PlaceDistance.take(
            from: &words,
            joining: Set(localizer.wordList("command.places.joining")),
            units: table.words.distances
        )
    }

    /// `near Leipzig 50`: kilometres, unless it is the name of a place.
    private func distanceWithoutUnit(_ words: inout [String]) -> PlaceDistance? {
        guard let finder = services.places, words.count > 1, let last = words.last, last.count <= 5,
            let number = Double(last),
            PlaceQuery(words.joined(separator: " "), gazetteer: finder.gazetteer).named.isEmpty
        else { return nil }
        words.removeLast()
        return PlaceDistance(number: number, unit: .kilometres, isAssumed: true)
    }

    fileprivate func region(_ arguments: Arguments) async throws -> [Answer] {
        switch try await place(arguments.words.map(\.text)) {
        case .answer(let answer): return answer
        case .place(let named): return try await inside(named, nil)
        }
    }

    fileprivate func map(_ arguments: Arguments) async throws -> [Answer] {
        let subject = try await NewsSubjects(context).subject(arguments)
        let selection = subject.selection(from: time.addingTimeInterval(-Self.mapSpan), to: .distantFuture)
        let towns = PlaceClusters.clusters(of: try await services.store.placeNews(selection, in: sight))
            .prefix(Self.mostTowns)
        let missing = MissingArticles(context)
        let note = try await MutedSubjects(context).noteOnPlaces()
        guard !towns.isEmpty else {
            let nothing = localizer.richText("command.places.nothing", ["hint": .text(hint("headlines"))])
            return show(note + nothing + (try await missing.closing(selection, in: sight)))
        }
        let items = towns.enumerated().map { index, town in
            let name = services.places?.place(town.place.id).map { shown($0) } ?? town.place.name
            let count = localizer.text("command.places.stories", ["n": .number(town.stories.count)])
            return RichText.Block.item(marker: "\(index + 1)", [.strong([.text(name)]), .text(" · " + count)])
        }
        try await Listings(context).saveList(.place, towns.map(\.place.id))
        let next = footer(
            "command.places.nextMap",
            ["near": .text(hint("near 1")), "region": .text(hint("region \(exampleCountry)"))]
        )
        let closing = try await missing.closing(selection, in: sight, after: next)
        let body = heading("command.places.map") + note + RichText(items) + closing
        return [Answer(body: body, pageSize: min(Self.townsOnPage, listLength))]
    }

    /// Places of examples, named in the reader's language.
    private var exampleTown: String { localizer.text("command.places.town") }
    private var exampleCountry: String { localizer.text("command.places.country") }

    // MARK: - Which place

    private enum Meant {
        case place(NamedPlace)
        /// A question or an explanation.
        case answer([Answer])
    }

    private func place(_ words: [String]) async throws -> Meant {
        guard let finder = services.places, !words.isEmpty else {
            return .answer(
                say(
                    "command.places.withoutName",
                    ["near": .text(hint("near \(exampleTown)")), "region": .text(hint("region \(exampleCountry)"))]
                )
            )
        }
        let text = words.joined(separator: " ")
        if localizer.wordList("command.places.selves").contains(text.lowercased()) {
            return .answer(say("command.places.notKnown", ["hint": .text(hint("near \(exampleTown)"))]))
        }
        if words.count == 1, let number = Reference.number(text) {
            let id = try await Listings(context).place(number, typed: Reference.typed(text))
            guard let named = finder.place(id) else { return unknown(text) }
            return .place(named)
        }
        let query = PlaceQuery(text, gazetteer: finder.gazetteer)
        guard let first = query.named.first else { return unknown(text) }
        guard !query.isClear else { return .place(first) }
        let shortNames = query.named.map { shown($0) }
        let items = zip(query.named, shortNames).enumerated().map { index, choice in
            // "São Paulo, São Paulo, Brazil" is the city in the state of that name.
            let isAmbiguous = shortNames.filter { $0 == choice.1 }.count > 1
            let name = isAmbiguous ? shown(choice.0, repeatsNames: true) : choice.1
            return RichText.Block.item(marker: "\(index + 1)", [.text(name)])
        }
        try await Listings(context).saveList(.place, query.named.map(\.place.id))
        let facts: [String: MessageArgument] = ["n": .number(items.count), "name": .text(String(text.prefix(60)))]
        return .answer(
            show(
                localizer.richText("command.places.several", facts) + RichText(items)
                    + footer("command.places.nextChoice", ["hint": .text(hint("near 1"))])
            )
        )
    }

    private func unknown(_ text: String) -> Meant {
        let name = String(text.prefix(60))
        return .answer(say("command.places.unknown", ["name": .text(name), "hint": .text(hint("map"))]))
    }

    /// "Valencia, Carabobo, Venezuela": with what contains it, but for the continent.
    private func shown(_ named: NamedPlace, repeatsNames: Bool = false) -> String {
        var shown = [named.place]
        for container in named.containers
        where container.kind != .continent && (repeatsNames || container.name != shown.last?.name) {
            shown.append(container)
        }
        return joined(facts: shown.map { localizer.placeName($0.id, else: $0.name) })
    }

    // MARK: - Its news

    private func around(_ named: NamedPlace, _ distance: PlaceDistance, _ count: Int?) async throws -> [Answer] {
        let (articles, view) = try await articles(of: .around(named.place, kilometres: distance.kilometres), count)
        let facts: [String: MessageArgument] = [
            "place": .text(shown(named)), "distance": .text(distance.shown(localizer)),
        ]
        let miles = hint("near \(named.place.name) \(Int(distance.number.rounded()))mi")
        let notes =
            try await MutedSubjects(context).note(on: named)
            + (distance.isAssumed ? localizer.richText("command.places.inMiles", ["hint": .text(miles)]) : RichText())
        guard articles.isEmpty else {
            return try await list(articles, view, heading("command.places.near", facts) + notes)
        }
        if let nothing = try await ListViews(context).nothing(view) { return show(notes + nothing) }
        let farthest = distance.unit == .miles ? Self.farthest / DistanceUnit.kilometresPerMile : Self.farthest
        let wider = "\(Int(min(farthest, distance.number * 5)))\(distance.unit == .miles ? "mi" : "km")"
        let place = localizer.placeName(named.place.id, else: named.place.name)
        let country = named.containers.last { $0.kind == .country }
        let name = country.map { joined(facts: [place, localizer.placeName($0.id, else: $0.name)]) } ?? place
        let hint = hint("near \(name) \(wider)")
        let nothing = localizer.richText("command.places.nothingNear", facts.merging(["hint": .text(hint)]) { $1 })
        return show(notes + nothing + (try await closing()))
    }

    private func inside(_ named: NamedPlace, _ count: Int?) async throws -> [Answer] {
        // The gazetteer knows what lies in regions, countries and continents; of a sea only how far it extends.
        let isArea = named.place.kind == .area
        let area: PlaceArea = isArea ? .around(named.place, kilometres: named.radius) : .inside(named.place)
        let (articles, view) = try await articles(of: area, count)
        var facts: [String: MessageArgument] = ["place": .text(shown(named))]
        let note = try await MutedSubjects(context).note(on: named)
        guard articles.isEmpty else {
            return try await list(articles, view, heading("command.places.inside", facts) + note)
        }
        if let nothing = try await ListViews(context).nothing(view) { return show(note + nothing) }
        facts["hint"] = .text(hint("map"))
        let nothing = localizer.richText("command.places.nothingInside", facts)
        return show(note + nothing + (try await closing()))
    }

    /// The articles of the last weeks, before a place is chosen.
    private var recent: ArticleSelection {
        ArticleSelection(from: time.addingTimeInterval(-Self.span), to: .distantFuture)
    }

    private func closing(_ line: RichText = RichText()) async throws -> RichText {
        try await MissingArticles(context).closing(recent, in: sight, after: line)
    }

    /// The articles of an area as the reader wants lists shown, and how that is.
    private func articles(of area: PlaceArea, _ count: Int?) async throws -> ([ListedArticle], ListView) {
        let view = try await ListViews(context).current()
        let articles = try await services.store.articles(
            of: area,
            ListViews(context).narrowed(recent, by: view),
            in: sight,
            limit: min(count ?? Self.mostListed, Self.mostListed)
        )
        return (view.sorted(articles), view)
    }

    private func list(_ articles: [ListedArticle], _ view: ListView, _ heading: RichText) async throws -> [Answer] {
        if !view.leavesOutNews { try await Owners(context).visited() }
        try await Listings(context).saveList(of: articles)
        let lines = articleLines
        let items = articles.enumerated().map { lines.item($1, number: $0 + 1) }
        let next = footer("command.places.next", ["read": .text(hint("read 1"))])
        let above = RichText([try await ListViews(context).line(view)].compactMap(\.self)) + heading
        return [
            Answer(
                body: above + RichText(items) + (try await closing(next)),
                // The heading itself is not counted.
                pageSize: min(Self.townsOnPage, listLength) * lines.linesPerItem + above.blocks.count - 1,
                pictured: articles.prefix(Self.townsOnPage).map(\.article)
            )
        ]
    }
}
