internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Words what a search has found.
struct SearchLines: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How the search was understood, in one line.
    func heading(of request: SearchRequest) -> RichText {
        RichText([.heading(level: 2, spans(of: request))])
    }

    /// - Parameter command: what the search was asked with, if that is not `search` or a command like it.
    func understood(_ request: SearchRequest, by command: Command? = nil) -> RichText {
        RichText([.paragraph(spans(of: request, by: command))])
    }

    private func spans(of request: SearchRequest, by command: Command? = nil) -> [RichText.Span] {
        localizer.spans("search.understood.line", ["parts": .text(parts(of: request))])
            + noteOnWord(of: request, by: command?.name ?? verb(of: request))
    }

    /// Other notes would make the line too long.
    private static let mostNotes = 3

    /// How words were taken that have a meaning or are looked for; empty where there are none.
    func noteOnWord(of request: SearchRequest, by verb: String) -> [RichText.Span] {
        var notes: [[RichText.Span]] = []
        if let phrase = request.sentence.exceptPhrase, let excluding = request.excluding {
            let facts: [String: MessageArgument] = [
                "phrase": .text(phrase), "hint": .text(hint("search \(excluding)")),
            ]
            notes.append(localizer.spans("search.understood.asPhrase", facts))
        }
        var words = request.sentence.notedWords
        if let word = request.sentence.categoryWord {
            if request.takesLastWord {
                notes.append(localizer.spans("search.understood.notAsWord", ["word": .text(word.text)]))
            } else {
                words.insert(word, at: 0)
            }
        }
        notes += words.map { word -> [RichText.Span] in
            let facts: [String: MessageArgument] = [
                "word": .text(word.text), "hint": .text(hint("\(fixed: verb) \(word.quoted)")),
            ]
            return localizer.spans("search.understood.asWord", facts)
        }
        return notes.prefix(Self.mostNotes).flatMap { note -> [RichText.Span] in [.text(" · ")] + note }
    }

    private func verb(of request: SearchRequest) -> String {
        switch request.medium {
        case .audio: Command.podcasts.name
        case .video: Command.videos.name
        case .image, nil: Command.search.name
        }
    }

    /// That nothing fits in the category that a word means, so that it was looked for as a word; nil elsewhere.
    func noteOnCategory(of request: SearchRequest) -> RichText? {
        request.wordOfCategory.map { word, category in
            let name = CategoryWording.name(category, localizer)
            return localizer.richText("search.asWord", ["word": .text(word), "category": .text(name)])
        }
    }

    /// That some of the unread stories are of feeds that the reader does not follow; nil elsewhere.
    func noteOnUnread(_ result: SearchResult, of request: SearchRequest) async throws -> RichText? {
        let terms = request.query?.canonical.split { " ()".contains($0) } ?? []
        guard let reader, terms.contains("is:unread") else { return nil }
        let followed = Set(try await services.store.subscriptions(of: reader).map(\.feedID))
        guard !followed.isEmpty, result.hits.contains(where: { !followed.contains($0.listed.article.feedID) })
        else { return nil }
        return footer("search.unreadElsewhere", ["hint": .text(hint("unread"))])
    }

    /// How the search was understood: "climate · category Technology".
    func parts(of request: SearchRequest) -> String {
        var parts: [String] = []
        let query = request.typedQuery
        if !query.isEmpty { parts.append(localizer.text("search.understood.words", ["query": .text(query)])) }
        if let medium = request.medium { parts.append(localizer.text("search.understood.\(medium.rawValue)")) }
        if let category = request.sentence.category {
            let name = CategoryWording.name(category, localizer)
            parts.append(localizer.text("search.understood.category", ["name": .text(name)]))
        }
        if let source = request.sentence.source {
            let name = BoundedText.name(source.name)
            parts.append(localizer.text("search.understood.source", ["name": .text(name)]))
        }
        if let times = times(of: request) { parts.append(times) }
        if parts.isEmpty { parts.append(localizer.text("search.understood.everything")) }
        return parts.joined(separator: " · ")
    }

    /// The name of the time and its days; a date alone needs no name.
    private func times(of request: SearchRequest) -> String? {
        guard let period = request.sentence.period, let times = request.times else { return nil }
        let days = localizer.dayRange(times.lowerBound, times.upperBound)
        var name = DigestWording.name(period, localizer)
        var isDate = false
        if case .dates = period { isDate = true }
        if isDate || request.sentence.asksSince {
            let typed = request.sentence.typedPeriod ?? ""
            guard !typed.isEmpty, !typed.contains(where: { $0.isASCII && $0.isNumber }) else { return days }
            name = typed
        }
        return localizer.text("search.understood.times", ["period": .text(name), "days": .text(days)])
    }

    /// A hit with its matched words marked; an excerpt if the title has none.
    func item(_ hit: SearchHit, of query: Query?, number: Int) -> RichText.Block {
        guard let query else { return articleLines.item(hit.listed, number: number) }
        return articleLines.item(
            hit.listed,
            number: number,
            marking: { query.matchedRanges(in: $0) },
            excerpt: excerpt(of: hit.listed, hit.text, query)
        )
    }

    /// What a story shows of the words of a search.
    struct Marked {
        var title: [RichText.Span]
        /// Empty if the title has a word of the search.
        var excerpt: [RichText.Span]
    }

    /// - Parameter text: the text of the story, if somebody has read it.
    func marked(_ listed: ListedArticle, _ text: String?, of query: Query?) -> Marked? {
        guard let query else { return nil }
        return Marked(
            title: articleLines.title(listed) { query.matchedRanges(in: $0) },
            excerpt: excerpt(of: listed, text, query)
        )
    }

    private func excerpt(of listed: ListedArticle, _ text: String?, _ query: Query) -> [RichText.Span] {
        let find: (String) -> [Range<String.Index>] = { query.matchedRanges(in: $0) }
        guard find(BoundedText.title(listed.article.title)).isEmpty else { return [] }
        let excerpt = MarkedText.excerpt(listed.article.summary, find)
        guard excerpt.isEmpty, let text else { return excerpt }
        return MarkedText.excerpt(text, find)
    }

    /// That there is more than is shown, or what was looked at; nil if there is nothing to say.
    func limits(of result: SearchResult, _ request: SearchRequest, shown: Int) -> RichText? {
        guard result.hits.count > shown else { return looked(result, request) }
        return footer("search.first", ["n": .number(shown)])
    }

    /// That the index could not help, or that there is more; nil if there is nothing to say.
    func looked(_ result: SearchResult, _ request: SearchRequest) -> RichText? {
        guard let looked = result.looked else { return result.isCut ? footer("search.cut") : nil }
        guard looked > 0 else { return nil }
        guard request.typed?.asksText == true else {
            // Nobody typed a word that could be in the index.
            return result.isCut ? footer("search.newestPart", ["n": .number(looked)]) : nil
        }
        return footer(result.isCut ? "search.lookedPart" : "search.looked", ["n": .number(looked)])
    }

    func next(for request: SearchRequest) -> RichText {
        let read = MessageArgument.text(hint("read 1"))
        // An alert for just what was searched, at any time.
        let query = SearchSuggestions(context).text(request, request.typed, atAnyTime: true)
        // Alerts need something that is wanted.
        let isWanted = (try? Query(parsing: query, limits: options.queries)) != nil
        guard let parsed = request.query, isWanted, !isGuest, !parsed.asksState, parsed.timeField == nil else {
            return footer("search.nextShort", ["read": read])
        }
        return footer("search.next", ["read": read, "alert": .text(hint("alert add \(query)"))])
    }
}
