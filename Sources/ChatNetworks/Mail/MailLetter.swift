import MailMessages
import MailTalk
import Foundation
import NewsModel

/// The state of one mail that is being answered: its commands and the answers so far.
struct MailLetter: Hashable, Sendable, Codable {
    /// The recipient of the answer, folded.
    let sender: String
    /// The notices before and after the answers.
    var opening: [MailNotice] = []
    var closing: [MailNotice] = []
    let commands: [MailCommand]
    /// Failed attempts before the letter was complete.
    var attempts = 0
    /// Nil in letters of earlier versions.
    private var isForStranger: Bool?
    /// Commands that were not handled.
    private var unanswered: Set<Int> = []

    // Stored one by one, so that finished answers survive a crash.
    private(set) var answers: [Int: [OutgoingMessage]] = [:]
    /// Answers of an earlier run; a new answer replaces them.
    private var old: Set<Int> = []
    private var finished: Set<Int> = []

    private enum CodingKeys: String, CodingKey {
        case sender, opening, closing, commands, attempts, unanswered, isForStranger
    }

    /// The position at which the complete letter is stored among the answers.
    static let position = -1

    /// - Parameter isForStranger: the answer must show nothing of the mail.
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

    /// - Parameter reply: its question has been resolved.
    init(_ reply: MailReply) {
        self.init(
            sender: reply.to.folded,
            commands: reply.commands,
            opening: reply.opening,
            closing: reply.closing,
            isForStranger: !reply.trust.isKnown
        )
    }

    /// The letter of a stored mail whose letter was complete; nil for others.
    init?(completed kept: KeptMail) {
        guard let text = kept.answers[Self.position],
            let letter = try? JSONDecoder().decode(MailLetter.self, from: Data(text.utf8))
        else { return nil }
        self = letter
        restore(kept.answers)
        finished = Set(commands.map(\.position))
    }

    /// Takes over the stored answers of an earlier run.
    mutating func restore(_ kept: [Int: String]) {
        for command in commands {
            guard let text = kept[command.position],
                let messages = try? JSONDecoder().decode([OutgoingMessage].self, from: Data(text.utf8))
            else { continue }
            answers[command.position] = messages
            old.insert(command.position)
        }
    }

    /// The next command to run; it is returned until it is finished.
    var next: MailCommand? { commands.first { !finished.contains($0.position) } }

    /// Whether subject and thread of the mail are left out of the answer, because anybody could have written the mail.
    var hidesMail: Bool { isForStranger == true }

    /// Adds a message to a command's answer; returns the whole answer as it is stored.
    mutating func answer(_ message: OutgoingMessage, at position: Int) -> String? {
        guard commands.contains(where: { $0.position == position }) else { return nil }
        if old.remove(position) != nil { answers[position] = [] }
        answers[position, default: []].append(message)
        return Self.text(answers[position])
    }

    /// - Parameter isDropped: the command was not handled and will not be.
    mutating func finish(_ position: Int, isDropped: Bool) {
        finished.insert(position)
        if isDropped, answers[position] == nil { unanswered.insert(position) }
    }

    func hasAnswer(at position: Int) -> Bool { answers[position] != nil }

    /// Whether there is nothing to answer.
    var isSilent: Bool { opening.isEmpty && answers.isEmpty && unanswered.isEmpty && closing.allSatisfy(\.isRemark) }

    var text: String? { Self.text(self) }

    /// The whole answer in order: opening notices, each command with its answer, closing notices.
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
    /// Whether the notice is only added to an answer and never sent alone.
    fileprivate var isRemark: Bool {
        switch self {
        case .resting, .tooManyCommands: true
        default: false
        }
    }
}

/// The id of one command of a stored mail: `mail-7-0`.
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

    /// The command that a message part answers; nil when the part is no answer to a mail.
    init?(answeredBy key: PartKey) {
        guard case .reply(let inboundID, _) = key else { return nil }
        self.init(inboundID)
    }

    var description: String { "mail-\(mail)-\(position)" }
}
