internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Says under the answer to a change how it is taken back, where the answer does not say so itself.
struct UndoHints: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The answers of a command, with the line that undoes what it has changed.
    func named(in answers: [Answer]) async throws -> [Answer] {
        guard !changes.owners.isEmpty else { return answers }
        let way = hint(try await line())
        // A guest may change what they cannot undo, and a room may have switched `undo` off.
        guard !way.hasPrefix(SwitchedOffHints.marked("")) else { return answers }
        let known = Set(changes.waysBack + [way])
        guard !answers.contains(where: { !known.isDisjoint(with: $0.body.codes) }),
            let place = answers.firstIndex(where: { $0.form == .chat && !$0.body.isEmpty })
        else { return answers }
        var answers = answers
        answers[place].body.close(with: localizer.spans("undo.way", ["undo": .text(way)]))
        changes.show(wayBack: way)
        return answers
    }

    /// `undo`, for whose choices were changed.
    func line() async throws -> HintLine {
        guard let owner = changes.owners.first, owner != room?.id.recipient else { return "undo" }
        if let other = try await services.store.room(RoomID(rawValue: owner.rawValue)) {
            return "undo in \(Destination.room(other.name).hint)"
        }
        return isPrivate ? "undo" : "undo mine"
    }
}

extension CommandRequest {
    /// What it is called where a change that it made has no other description.
    var commandName: String {
        switch self {
        case .command(let command, _): command.name
        case .said(_, let otherwise): otherwise.commandName
        case .url, .unknown, .unnamed: Command.sub.name
        }
    }
}

extension RichText {
    /// What it shows to be typed.
    fileprivate var codes: Set<String> {
        var found: Set<String> = []
        for block in blocks {
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
                Self.collect(spans, into: &found)
            case .preformatted, .table, .grid: break
            }
        }
        return found
    }

    private static func collect(_ spans: [Span], into found: inout Set<String>) {
        for span in spans {
            switch span {
            case .code(let text): found.insert(text)
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): collect(inner, into: &found)
            case .text, .link, .symbol, .picture, .icon, .lineBreak: break
            }
        }
    }

    /// Adds words at the end of the last line, or after what is no line of words.
    fileprivate mutating func close(with spans: [Span]) {
        if case .paragraph(let last)? = blocks.last {
            blocks[blocks.count - 1] = .paragraph(last + [Self.divider(after: last)] + spans)
        } else if case .footer(let last)? = blocks.last {
            blocks[blocks.count - 1] = .footer(last + [Self.divider(after: last)] + spans)
        } else {
            blocks.append(.footer(spans))
        }
    }

    /// A space after a sentence; a command at the end would seem to go on.
    private static func divider(after spans: [Span]) -> Span {
        let isSentence = spans.words.last.map { ".!?…。！？".contains($0) } ?? true
        return .text(isSentence ? " " : " · ")
    }
}
