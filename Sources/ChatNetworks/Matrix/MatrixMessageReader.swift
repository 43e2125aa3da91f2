import Foundation
import Logging
import MatrixClient
import NewsModel
internal import TimeArithmetic

/// Converts an event of a room to a message for the commands.
final class MatrixMessageReader {
    private let network: MatrixNetwork
    /// Attempts to learn the members of a room; they take about a minute.
    private static let mostTries = 6
    /// The room of each converted message.
    private(set) var rooms: [String: String] = [:]

    /// How many events may still be fetched from the server; each batch of /sync waits for them.
    private var lookups = 20

    init(network: MatrixNetwork) { self.network = network }

    /// Nil for a message that is not answered, such as one that is too old or in an encrypted room.
    func message(_ action: SyncAction) async throws -> IncomingMessage? {
        switch action {
        case .said(let room, let event, let content):
            guard await isHeard(event, in: room), let isPrivate = try await isPrivate(event, in: room) else {
                return nil
            }
            var text = await addressed(content, in: room)
            if content.file != nil, let line = await importLine(text, content, in: room, isPrivate: isPrivate) {
                text = line
            }
            if !isPrivate, content.replaces == nil, !isForUs(text) {
                network.conversations.note(room, at: network.time.now)
            }
            // In a private chat the answer follows the question directly, so it does not quote it.
            // A correction belongs where the message belongs that it corrects.
            let isAlone = content.thread == nil && content.repliesTo == nil
            let isPlain = content.replaces != nil || isPrivate && isAlone
            let question = Question(messageID: event.id, thread: content.thread, repliesTo: content.repliesTo)
            var message = await message(text, event, in: room, isPrivate: isPrivate, isPlain ? nil : question)
            message.corrects = content.replaces
            if let file = content.file { message.file = await network.attached(file, by: event.sender) }
            return message
        case .reacted(let room, let event, let target, let key):
            guard let word = ReactionWords.word(for: key, commands: network.options.vocabulary.reactions),
                await isHeard(event, in: room),
                let post = await network.ownPost(target, in: room, lookups: &lookups),
                let isPrivate = try await isPrivate(event, in: room)
            else { return nil }
            // In rooms, numbers do not choose from lists. A letter answers only the quiz that it reacts to.
            let isNumber = word.first?.isNumber == true
            let isLetter = word.count == 1 && !isNumber
            guard isPrivate || !isNumber, !isLetter || post.asks != nil else { return nil }
            let isBare = isPrivate || isLetter
            let text = isBare ? word : network.options.botName + ": " + word
            let question = Question(messageID: target, repliesTo: target)
            var message = await message(text, event, in: room, isPrivate: isPrivate, question)
            if isLetter { message.answers = post.asks }
            return message
        default: return nil
        }
    }

    private func isHeard(_ event: RoomEvent, in room: String) async -> Bool {
        let oldest = network.time.now.addingTimeInterval(-network.options.answerWithin).timeIntervalSince1970
        guard event.sentAt >= oldest else { return false }
        return await !network.rooms.isEncrypted(room)
    }

    /// Whether the message is private; nil when that cannot be found out.
    ///
    /// A wrong guess could show a private answer to a room.
    private func isPrivate(_ event: RoomEvent, in room: String) async throws -> Bool? {
        var backOff = BackOff()
        for _ in 0..<Self.mostTries {
            switch await network.rooms.company(in: room) {
            case .one(let user): return user == event.sender
            case .several: return false
            case .unknown:
                let reason = MatrixOutcome<JSONValue>.unavailable(reason: "members not told", mayHaveArrived: false)
                try await network.wait(&backOff, "Matrix room not known", reason)
            }
        }
        network.log.warning(
            "Matrix message not understood",
            metadata: network.facts.merging(["room": "\(room)"]) { $1 }
        )
        return nil
    }

    private func message(
        _ text: String,
        _ event: RoomEvent,
        in room: String,
        isPrivate: Bool,
        _ question: Question?
    ) async -> IncomingMessage {
        if isPrivate { await network.rooms.noteSpoken(event.sender, in: room) }
        rooms[event.id] = room
        let server = UserID.server(of: event.sender)
        let isOurs = server == UserID.server(of: await network.rooms.ownUser)
        var message = IncomingMessage(
            network: network.name,
            traits: .matrix,
            sender: .init(
                displayName: UserID.localPart(of: event.sender),
                account: event.sender,
                origin: isOurs ? nil : server,
                isRoomOperator: await network.rooms.mayChangeSettings(event.sender, in: room)
            ),
            room: isPrivate ? nil : room,
            text: text,
            inboundID: event.id,
            receivedAt: network.time.now,
            question: question
        )
        message.sentAt = Date(timeIntervalSince1970: event.sentAt)
        return message
    }

    /// Turns `Crier Bot: help` and `@crier:example.org help`, as clients write a mention, into `crier: help`.
    private func addressed(_ content: MessageContent, in room: String) async -> String {
        let body = content.body
        let user = await network.rooms.ownUser
        for name in [user, await network.rooms.ownName(in: room)].compactMap(\.self) where !name.isEmpty {
            guard body.lowercased().hasPrefix(name.lowercased()) else { continue }
            let rest = body.dropFirst(name.count)
            // A display name may be an ordinary word, so it needs a colon. A mention does not.
            let signs = name == user || content.mentions.contains(user) ? ":,：， " : ":,：，"
            guard let sign = rest.first, signs.contains(sign) else { continue }
            return network.options.botName + ": " + rest.drop { ":,：， ".contains($0) }
        }
        return body
    }

    /// The import command for an attached list of feeds.
    ///
    /// In a room it needs a likely list that is meant for us.
    ///
    /// Nil keeps the text of the message.
    private func importLine(
        _ text: String,
        _ content: MessageContent,
        in room: String,
        isPrivate: Bool
    ) async -> String? {
        let vocabulary = network.options.vocabulary
        guard let importing = vocabulary.word(for: .importing) else { return nil }
        if isPrivate { return vocabulary.begins(text, with: .importing) || isForUs(text) ? nil : importing }
        guard !isForUs(text), let file = content.file, OPMLFile.isLikely(file) else { return nil }
        var isMeant = content.mentions.contains(await network.rooms.ownUser)
        if !isMeant, let post = content.repliesTo {
            isMeant = await network.ownPost(post, in: room, lookups: &lookups) != nil
        }
        return isMeant ? network.options.botName + ": " + importing : nil
    }

    private func isForUs(_ text: String) -> Bool {
        let line = text.drop { $0 == " " }.lowercased()
        if line.hasPrefix(network.options.vocabulary.prefix.lowercased()) { return true }
        let name = network.options.botName.lowercased()
        return line.hasPrefix(name) && line.dropFirst(name.count).first.map { ":,".contains($0) } == true
    }
}

/// Converts a reaction to one of our messages to the text that one could type instead.
enum ReactionWords {
    /// A command, a letter of a quiz or a number of a list; nil for a reaction without a meaning for us.
    ///
    /// - Parameter commands: the command of each emoji.
    static func word(for key: String, commands: [String: String]) -> String? {
        // Drop the variation selector for coloured emoji.
        let sign = String(String.UnicodeScalarView(key.unicodeScalars.filter { $0.value != 0xfe0f }))
        if let command = commands[sign] { return command }
        let scalars = Array(sign.unicodeScalars)
        guard let first = scalars.first, scalars.count <= 2 else { return nil }
        switch first.value {
        // 🇦 to 🇩, 🅰 and 🅱, and the letters themselves.
        case 0x1f1e6...0x1f1e9 where scalars.count == 1: return letter(first.value - 0x1f1e6)
        case 0x1f170...0x1f171 where scalars.count == 1: return letter(first.value - 0x1f170)
        case 0x61...0x64 where scalars.count == 1: return letter(first.value - 0x61)
        case 0x41...0x44 where scalars.count == 1: return letter(first.value - 0x41)
        // 1⃣ to 9⃣.
        case 0x31...0x39 where scalars.count == 2 && scalars[1].value == 0x20e3: return String(first)
        default: return nil
        }
    }

    private static func letter(_ index: UInt32) -> String? { Unicode.Scalar(0x61 + index).map { String($0) } }
}
