/// The key of one message part.
///
/// The same key always means the same part with the same words.
///
/// Networks and databases store `text`: Matrix in transaction ids, mail in Message-IDs (`<push.KEY.…>`), IRC in labels
/// and PINGs. Never change the text form of a released case. `part` numbers the parts of one message.
package enum PartKey: Hashable, Sendable {
    /// A message of the ledger; parts from 0: `7-0`.
    case message(MessageID, part: Int)
    /// The answer to an incoming message with that id; parts from 1: `reply-$event-1`.
    ///
    /// The id comes from outside and may contain any text.
    case reply(to: String, part: Int)
    /// A timed message of a quiz round; parts from 0: `quiz-7-reveal0-ask1-0`.
    case quiz(QuizRoundID, [QuizStep], part: Int)
    /// The opening of a scheduled quiz; parts from 0; `slot` is the local minute as `yyyyMMddHHmm`:
    /// `quiz-s3-202611182000-0`.
    case scheduledQuiz(ScheduleID, slot: Int, part: Int)
    /// The hint that messages wait for the owner of an account; `second` is Unix time: `hint-alice-1763640000-0`.
    case ownerHint(account: String, second: Int, part: Int)
    /// The welcome in a room that the bot was invited to; `millisecond` is Unix time:
    /// `welcome-!room:server-1763640000000-0`.
    case welcome(room: String, millisecond: Int, part: Int)
    /// The notice that the bot cannot read an encrypted room: `unreadable-!room:server-0`.
    case unreadable(room: String, part: Int)
    /// The welcome in a direct room that the bot opened: `opened-!room:server-0`.
    case directRoom(String, part: Int)
    /// The result of a puzzle in a room that was told so: puzzle, player and room; parts from 0: `puzzle-7-3-12-0`.
    case puzzleResult(PuzzleResultID, part: Int)

    /// One step of a quiz round.
    package enum QuizStep: Hashable, Sendable, Codable {
        case ask(Int)
        case reveal(Int)
        case finish
    }
}

extension PartKey: CustomStringConvertible {
    package var description: String { text }

    /// The form that networks and databases store.
    package var text: String {
        switch self {
        case .message(let id, let part): "\(id)-\(part)"
        case .reply(let inbound, let part): "reply-\(inbound)-\(part)"
        case .quiz(let round, let steps, let part):
            "quiz-\(round)-\(steps.map(\.text).joined(separator: "-"))-\(part)"
        case .scheduledQuiz(let schedule, let slot, let part): "quiz-s\(schedule)-\(slot)-\(part)"
        case .ownerHint(let account, let second, let part): "hint-\(account)-\(second)-\(part)"
        case .welcome(let room, let millisecond, let part): "welcome-\(room)-\(millisecond)-\(part)"
        case .unreadable(let room, let part): "unreadable-\(room)-\(part)"
        case .directRoom(let room, let part): "opened-\(room)-\(part)"
        case .puzzleResult(let id, let part): "puzzle-\(id.puzzle)-\(id.player)-\(id.room)-\(part)"
        }
    }

    /// Nil for a text that is not a key.
    package init?(_ text: some StringProtocol) {
        guard let (whole, last) = Self.splitLast(Substring(text)), let part = Self.number(last).flatMap(Int.init)
        else { return nil }
        if let id = Self.number(whole) {
            self = .message(MessageID(rawValue: id), part: part)
            return
        }
        guard let dash = whole.firstIndex(of: "-") else { return nil }
        let name = whole[whole.index(after: dash)...]
        guard !name.isEmpty else { return nil }
        switch whole[..<dash] {
        case "reply": self = .reply(to: String(name), part: part)
        case "unreadable": self = .unreadable(room: String(name), part: part)
        case "opened": self = .directRoom(String(name), part: part)
        case "hint":
            guard let (account, second) = Self.nameAndNumber(name) else { return nil }
            self = .ownerHint(account: account, second: second, part: part)
        case "welcome":
            guard let (room, millisecond) = Self.nameAndNumber(name) else { return nil }
            self = .welcome(room: room, millisecond: millisecond, part: part)
        case "quiz":
            guard let key = Self.quiz(name, part: part) else { return nil }
            self = key
        case "puzzle":
            let numbers = name.split(separator: "-", omittingEmptySubsequences: false).map { Self.number($0) }
            guard numbers.count == 3, let puzzle = numbers[0], let player = numbers[1], let room = numbers[2] else {
                return nil
            }
            let id = PuzzleResultID(
                puzzle: PuzzleID(rawValue: puzzle),
                player: ProfileID(rawValue: player),
                room: RoomID(rawValue: room)
            )
            self = .puzzleResult(id, part: part)
        default: return nil
        }
    }

    /// The steps of a message that is none have no text.
    private static func quiz(_ name: Substring, part: Int) -> PartKey? {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = words.first, words.count > 1 else { return nil }
        if first.hasPrefix("s") {
            guard words.count == 2, let schedule = number(first.dropFirst()), let slot = number(words[1]) else {
                return nil
            }
            return .scheduledQuiz(ScheduleID(rawValue: schedule), slot: Int(slot), part: part)
        }
        let texts: ArraySlice<Substring> = words.dropFirst() == [""] ? [] : words.dropFirst()
        let steps = texts.compactMap { QuizStep($0) }
        guard let round = number(first), steps.count == texts.count else { return nil }
        return .quiz(QuizRoundID(rawValue: round), steps, part: part)
    }

    private static func nameAndNumber(_ text: Substring) -> (name: String, number: Int)? {
        guard let (name, last) = splitLast(text), !name.isEmpty, let number = number(last) else { return nil }
        return (String(name), Int(number))
    }

    /// The text before the last dash and the text after it.
    private static func splitLast(_ text: Substring) -> (Substring, Substring)? {
        guard let dash = text.lastIndex(of: "-") else { return nil }
        return (text[..<dash], text[text.index(after: dash)...])
    }

    /// A number as `text` writes it: no sign, no leading zeros.
    fileprivate static func number(_ text: Substring) -> Int64? {
        guard let number = Int64(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}

/// Stored inside other values as `text`.
extension PartKey: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let key = PartKey(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no key of a part: \(text)")
        }
        self = key
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension PartKey.QuizStep {
    fileprivate var text: String {
        switch self {
        case .ask(let number): "ask\(number)"
        case .reveal(let number): "reveal\(number)"
        case .finish: "finish"
        }
    }

    fileprivate init?(_ text: Substring) {
        if text == "finish" {
            self = .finish
        } else if text.hasPrefix("ask"), let number = PartKey.number(text.dropFirst(3)) {
            self = .ask(Int(number))
        } else if text.hasPrefix("reveal"), let number = PartKey.number(text.dropFirst(6)) {
            self = .reveal(Int(number))
        } else {
            return nil
        }
    }
}
