import Foundation
import NewsModel

/// A mail on its way to its one answer: what it asks for, and what is said to it so far.
struct MailLetter: Hashable, Sendable, Codable {
    /// Who gets the answer, folded.
    let sender: String
    /// The notices before and after the answers.
    var opening: [MailNotice] = []
    var closing: [MailNotice] = []
    let commands: [MailCommand]
    /// Failed attempts before it was complete.
    var attempts = 0
    /// Nil in letters of earlier versions.
    private var isForStranger: Bool?
    /// Commands that nobody took.
    private var unanswered: Set<Int> = []

    // Kept one by one, so that those that are ready outlive a crash.
    private(set) var answers: [Int: [OutgoingMessage]] = [:]
    /// Answers of an earlier run, until there are new ones.
    private var old: Set<Int> = []
    private var finished: Set<Int> = []

    private enum CodingKeys: String, CodingKey {
        case sender, opening, closing, commands, attempts, unanswered, isForStranger
    }

    /// Where the complete letter itself is kept among its answers.
    static let position = -1
    /// A command that no mail has: what is confirmed by it is the mailbox alone.
    static let noCommand = 1_000
    /// The same for all that a mail asks for, of which nothing was done or told yet.
    static let wholeMail = 1_001

    /// - Parameter isForStranger: nothing that the answered mail says is to be seen in the answer.
    init(
        sender: String,
        commands: [MailCommand] = [],
        opening: [MailNotice] = [],
        closing: [MailNotice] = [],
        isForStranger: Bool = false
    ) {
        self.sender = sender
        self.isForStranger = isForStranger
        self.commands = commands
        self.opening = opening
        self.closing = closing
    }

    /// The letter of a kept mail that was complete; nil for one that is not.
    init?(completed kept: KeptMail) {
        guard let text = kept.answers[Self.position],
            let letter = try? JSONDecoder().decode(MailLetter.self, from: Data(text.utf8))
        else { return nil }
        self = letter
        restore(kept.answers)
        finished = Set(commands.map(\.position))
    }

    /// Takes over what an earlier run had ready.
    mutating func restore(_ kept: [Int: String]) {
        for command in commands {
            guard let text = kept[command.position],
                let messages = try? JSONDecoder().decode([OutgoingMessage].self, from: Data(text.utf8))
            else { continue }
            answers[command.position] = messages
            old.insert(command.position)
        }
    }

    /// The next command to be run; each comes again until it is finished.
    var next: MailCommand? { commands.first { !finished.contains($0.position) } }

    var isComplete: Bool { next == nil }

    /// Whether its subject and thread are ours alone: anybody could have written what it answers.
    var hidesMail: Bool { isForStranger == true }

    /// Takes a part of a command's answer, and gives the whole of it in the form in which it is kept.
    mutating func answer(_ message: OutgoingMessage, at position: Int) -> String? {
        guard commands.contains(where: { $0.position == position }) else { return nil }
        if old.remove(position) != nil { answers[position] = [] }
        answers[position, default: []].append(message)
        return Self.text(answers[position])
    }

    /// - Parameter isDropped: nobody ran it, and nobody will.
    mutating func finish(_ position: Int, isDropped: Bool) {
        finished.insert(position)
        if isDropped, answers[position] == nil { unanswered.insert(position) }
    }

    func hasAnswer(at position: Int) -> Bool { answers[position] != nil }

    /// Whether there is nothing to be said.
    var isSilent: Bool { opening.isEmpty && answers.isEmpty && unanswered.isEmpty && closing.allSatisfy(\.isRemark) }

    var text: String? { Self.text(self) }

    /// What is said, in order: the bot's own words, each command with its answer, and words again.
    func answers(wording: (MailNotice) async -> RichText) async -> [MailAnswer] {
        var said: [MailAnswer] = []
        for notice in opening { said.append(Self.remark(await wording(notice))) }
        for command in commands {
            if let messages = answers[command.position] {
                said.append(MailAnswer(command: command.text, messages: messages))
            } else if unanswered.contains(command.position) {
                said.append(Self.remark(await wording(.unanswered(text: command.text))))
            }
        }
        for notice in closing { said.append(Self.remark(await wording(notice))) }
        return said
    }

    private static func remark(_ text: RichText) -> MailAnswer {
        MailAnswer(command: nil, messages: [OutgoingMessage(body: text)])
    }

    private static func text(_ value: some Encodable) -> String? {
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension MailNotice {
    /// Says something beside an answer, never alone.
    fileprivate var isRemark: Bool {
        switch self {
        case .resting, .tooManyCommands: true
        default: false
        }
    }
}

/// Names one command of one kept mail everywhere: `mail-7-0`.
struct MailCommandID: Hashable, Sendable, CustomStringConvertible {
    let mail: Int64
    let position: Int

    init(mail: Int64, position: Int) {
        self.mail = mail
        self.position = position
    }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "mail", let mail = Int64(parts[1]), let position = Int(parts[2]),
            mail >= 0, position >= 0
        else { return nil }
        self.init(mail: mail, position: position)
    }

    /// The command that a part answers; nil for what is no answer to a mail.
    init?(answeredBy key: PartKey) {
        guard case .reply(let inboundID, _) = key else { return nil }
        self.init(inboundID)
    }

    var description: String { "mail-\(mail)-\(position)" }
}
