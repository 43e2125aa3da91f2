internal import NewsModel

/// Why the numbers of a line of `headlines` cannot be followed.
enum HeadlineProblem: Hashable {
    /// Less than one story.
    case stories(most: Int, hint: String)
    /// Less than one source of each category, or more than can be asked for.
    case sources(most: Int, hint: String, all: String)
    /// Behind the slash of `3/category` stands another word.
    case share(String, hint: String)

    var message: LocalizedMessage {
        switch self {
        case .stories(let most, let hint):
            LocalizedMessage("command.headlines.badCount", ["most": .number(most), "hint": .text(hint)])
        case .sources(let most, let hint, let all):
            LocalizedMessage(
                "command.headlines.badShare",
                ["most": .number(most), "hint": .text(hint), "all": .text(all)]
            )
        case .share(let text, let hint):
            LocalizedMessage("command.headlines.unknownShare", ["text": .text(text), "hint": .text(hint)])
        }
    }
}

/// Reads how many stories, and how many sources of each category, somebody asks for.
struct HeadlineNumbers: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most stories of a list; who asks for more gets so many.
    static let mostStories = 50
    static let sourcesPerCategory = 1...50

    /// Removes `all sources` or `3/category`; nil if the line has neither, and `Int.max` for all sources.
    ///
    /// Throws for a number that cannot be asked for.
    func takeSourcesPerCategory(_ arguments: inout Arguments) throws -> Int? {
        guard let asked = arguments.takeSourcesPerCategory() else { return nil }
        guard asked == .max || Self.sourcesPerCategory.contains(asked) else { throw badShare }
        return asked
    }

    /// Removes the number of stories; throws if it is 0.
    func takeCount(_ arguments: inout Arguments) throws -> Int? {
        let keyed = arguments.takeValue("n", "count") { Reference.number($0) }
        let count = keyed ?? arguments.takeAny { $0.isQuoted ? nil : Reference.number($0.text) }
        guard count != 0 else { throw badCount }
        return count
    }

    /// What is wrong with words that name no part of the news, if a number is: `-3`, `-3/category`, `3/nonsense`.
    func problem(in arguments: Arguments) -> CommandError? {
        for word in arguments.words where !word.isQuoted {
            let parts = word.keyword.split(separator: "/", omittingEmptySubsequences: false)
            if let number = Int(word.text), number < 0 { return badCount }
            guard parts.count == 2 else { continue }
            if parts[1] == Arguments.perCategory { return badShare }
            guard Reference.number(String(parts[0])) != nil else { continue }
            return .headlines(.share(String(word.text.prefix(40)), hint: hint("headlines 3/category")))
        }
        return nil
    }

    private var badCount: CommandError { .headlines(.stories(most: Self.mostStories, hint: hint("headlines 5"))) }

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
