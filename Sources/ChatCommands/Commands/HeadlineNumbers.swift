internal import Editorial
internal import Localization
internal import NewsModel

/// Why the numbers of a line of `headlines` cannot be followed.
enum HeadlineProblem: Hashable {
    /// Less than one story, or more than can be asked for.
    case stories(most: Int, hint: String)
    /// `news` with a number. `hint` lists so many headlines, and `more` shows the next page.
    case newsCount(hint: String, more: String)
    /// Less than one source of each category, or more than can be asked for.
    case sources(most: Int, hint: String, all: String)
    /// Behind the slash of `3/category` stands another word.
    case share(String, hint: String)
    /// Words that name no part of the news. `other` is a command for what they may mean.
    case subject(String, all: String, example: String, other: String?)

    var message: LocalizedMessage {
        switch self {
        case .stories(let most, let hint):
            LocalizedMessage("command.headlines.badCount", ["most": .number(most), "hint": .text(hint)])
        case .newsCount(let hint, let more):
            LocalizedMessage("command.news.noCount", ["hint": .text(hint), "more": .text(more)])
        case .sources(let most, let hint, let all):
            LocalizedMessage(
                "command.headlines.badShare",
                ["most": .number(most), "hint": .text(hint), "all": .text(all)]
            )
        case .share(let text, let hint):
            LocalizedMessage("command.headlines.unknownShare", ["text": .text(text), "hint": .text(hint)])
        case .subject(let text, let all, let example, let other):
            LocalizedMessage(
                other == nil ? "command.headlines.notSubject" : "command.headlines.notSubjectOther",
                ["text": .text(text), "all": .text(all), "example": .text(example), "other": .text(other ?? "")]
            )
        }
    }
}

/// Reads how many stories, and how many sources of each category, somebody asks for.
struct HeadlineNumbers: CommandTopic {
    let context: CommandContext
    private let most: Int
    private let example: HintLine

    /// The most stories of a list that is shown at once.
    static let mostStories = 50

    /// - Parameter most: the most stories that can be asked for.
    /// - Parameter example: a line with a number that can be asked for.
    init(_ context: CommandContext, most: Int = HeadlineNumbers.mostStories, example: HintLine = "headlines 5") {
        self.context = context
        self.most = most
        self.example = example
    }

    static let sourcesPerCategory = 1...50

    /// Removes `all sources` or `3/category`; nil if the line has neither, and `Int.max` for all sources.
    ///
    /// Throws for a number that cannot be asked for.
    func takeSourcesPerCategory(_ arguments: inout Arguments) throws -> Int? {
        guard let asked = arguments.takeSourcesPerCategory() else { return nil }
        guard asked == .max || Self.sourcesPerCategory.contains(asked) else { throw badShare }
        return asked
    }

    /// Removes the number of stories; throws for one that cannot be asked for.
    ///
    /// A number above the most stays, as it may belong to a name; `problem` says so if it does not.
    func takeCount(_ arguments: inout Arguments) throws -> Int? {
        let keyed = arguments.takeValue("n", "count") { Reference.number($0) }
        let typed = keyed ?? arguments.takeAny { word in Self.number(word).flatMap { $0 <= most ? $0 : nil } }
        guard let count = typed else { return nil }
        guard (1...most).contains(count) else { throw badCount }
        return count
    }

    /// What is wrong with words that name no part of the news, if a number is: `-3`, `9999`, `3/nonsense`.
    ///
    /// - Parameter owner: whose news it is; nil for the reader's here.
    func problem(in arguments: Arguments, for owner: RecipientID? = nil) async throws -> CommandError? {
        for word in arguments.words where !word.isQuoted {
            let parts = word.keyword.split(separator: "/", omittingEmptySubsequences: false)
            if let number = Int(word.text), number < 0 { return badCount }
            guard parts.count == 2 else { continue }
            if parts[1] == Arguments.perCategory { return badShare }
            guard Reference.number(String(parts[0])) != nil else { continue }
            return .headlines(.share(String(word.text.prefix(40)), hint: hint("headlines 3/category")))
        }
        guard let (number, rest) = numberAndRest(arguments), number > most else { return nil }
        return try await isOfNews(rest, for: owner) ? badCount : nil
    }

    /// The same for a line of `news`, which takes no number of stories.
    func problem(inNews arguments: Arguments) async throws -> CommandError? {
        guard let (number, rest) = numberAndRest(arguments), try await isOfNews(rest) else { return nil }
        let subject = rest.isEmpty ? "" : "\(rest.raw) "
        let line: HintLine = "headlines \(subject)\(min(max(number, 1), most))"
        return .headlines(.newsCount(hint: hint(line), more: hint("more")))
    }

    private static func number(_ word: CommandWord) -> Int? { word.isQuoted ? nil : Reference.number(word.text) }

    /// The first number of a line, and its other words.
    private func numberAndRest(_ arguments: Arguments) -> (number: Int, rest: Arguments)? {
        var rest = arguments
        return rest.takeAny(Self.number).map { ($0, rest) }
    }

    /// Whether words name a part of the news or a place; no words mean all news.
    private func isOfNews(_ arguments: Arguments, for owner: RecipientID? = nil) async throws -> Bool {
        do {
            _ = try await NewsSubjects(context).subject(arguments, for: owner)
            return true
        } catch is CommandError {
            guard let finder = services.places else { return false }
            return !PlaceQuery(arguments.text, gazetteer: finder.gazetteer).named.isEmpty
        }
    }

    private var badCount: CommandError { .headlines(.stories(most: most, hint: hint(example))) }

    private var badShare: CommandError {
        .headlines(
            .sources(
                most: Self.sourcesPerCategory.upperBound,
                hint: hint("headlines 3/category"),
                all: hint("headlines all sources")
            )
        )
    }
}

extension Arguments {
    /// The English word behind the slash of `3/category`; `verbs.toml` has those of other languages.
    static let perCategory = "category"

    /// Removes `all sources` or `3/category`; nil if the line has neither, and `Int.max` for all sources.
    mutating func takeSourcesPerCategory() -> Int? {
        for (index, word) in words.enumerated() where !word.isQuoted {
            let next = index + 1 < words.count ? words[index + 1].keyword : ""
            if word.keyword == "all", ["source", "sources"].contains(next) {
                remove(index...index + 1)
                return .max
            }
            // One word for both, as in Chinese.
            if word.keyword == "sources", word.text.lowercased() != word.keyword {
                remove(index...index)
                return .max
            }
            let parts = word.keyword.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == Self.perCategory, let limit = Reference.number(String(parts[0]))
            else { continue }
            remove(index...index)
            return limit
        }
        return nil
    }
}
