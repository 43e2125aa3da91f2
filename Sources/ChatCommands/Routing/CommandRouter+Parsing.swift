internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import Storage

/// What a line asks for, and who asks.
extension CommandRouter {
    func meaning(of line: String, _ room: Room?, _ message: IncomingMessage) async -> Meaning {
        let addressed = addressing(room, message).read(line)
        var meaning = Meaning()
        if let addressed {
            meaning.request = inOwnWords(addressed, await request(addressed, room, message), message)
        }
        if let room {
            meaning.linkCode = PublicLinkCode(line, table)
            // A bare letter is normal talk if no quiz runs.
            guard await services.games?.isPlaying(in: room.id.recipient) == true else { return meaning }
        }
        let text = addressed.map { withoutPoliteness($0.text) } ?? line
        if room == nil, QuizSheetLine(text) ?? QuizSheetLine(letters: text) != nil { meaning.sheet = text }
        // The first answer to a question counts, so a letter is not corrected.
        if message.corrects == nil, QuizLetter(text) != nil { meaning.letter = text }
        return meaning
    }

    /// A line as it may answer a question: `1a 2c 3b please`.
    private func withoutPoliteness(_ line: String) -> String {
        let words = Arguments(CommandWord.words(in: line).map(table.withMeaning))
        let meant = words.withoutPoliteness
        return meant.words.count < words.words.count ? meant.raw : line
    }

    func request(_ addressed: AddressedLine, _ room: Room?, _ message: IncomingMessage) async -> CommandRequest? {
        let table = table
        let words = table.words(in: addressed.text)
        guard let first = words.first else {
            return table.command(for: .help).map { .command($0, Arguments([])) }
        }
        if addressed.manner == .inPrivate, first.isURL { return .url(words) }
        if addressed.manner == .inPrivate, AddressRepair.looksLikeAddress(first.text),
            words.allSatisfy({ AddressRepair.looksLikeAddress($0.text) })
        {
            return .url(words)
        }
        switch table.request(words, allowingPrefix: addressed.manner == .inPrivate) {
        case .unknown where addressed.manner == .byPrefix: return nil
        case .command(let command, _) where room?.etiquette.allows(command.name) == false:
            // Who asks the bot itself for a game is told; a prefix may be meant for another bot.
            return command.isGame && addressed.manner == .byName ? .command(command.switchedOff, Arguments([])) : nil
        case .command(let command, let arguments) where addressed.manner == .byPrefix:
            let word = table.english(first.text)
            let isEnabled = room?.etiquette.enabledVerbs.contains(command.name) ?? false
            guard let room, command.isGeneric(word), !isEnabled else { return .command(command, arguments) }
            return await UnnamedCommands(router: self, room: room, message: message)
                .request(command, word, arguments, line: addressed.text)
        case let request: return request
        }
    }

    func room(of message: IncomingMessage) async throws -> Room? {
        guard let name = message.room else { return nil }
        let folded = services.networks[message.network]?.folded(name) ?? name
        if let room = try await services.store.room(network: message.network, name: folded) { return room }
        return try await services.store.ensureRoom(
            network: message.network,
            name: folded,
            etiquette: services.options.roomDefaults(on: message.traits),
            at: services.time.now
        )
    }

    private func findProfile(of person: inout Person) async throws {
        guard let identity = person.identity else { return }
        let lifetime = services.options.identityLifetimes[person.network]
        let standing = try await services.store.standing(
            of: identity,
            presence: person.presence,
            lifetime: lifetime,
            at: services.time.now
        )
        switch standing {
        case .unknown: break
        case .known(let profile): person.profile = profile
        case .dormant(let profile, let since):
            person.dormant = DormantProfile(profile: profile, lastSeenAt: since)
            person.isAdmin = false
        }
    }

    func context(_ message: IncomingMessage, _ room: Room?) async throws -> CommandContext {
        var person = Person(message, services)
        try await findProfile(of: &person)
        let settings = room?.settings ?? person.profile?.settings ?? RecipientSettings()
        let time = services.time.now
        let changes = ChangeRecording(network: message.network, inboundID: message.inboundID, at: time)
        var recorded = services
        recorded.store = services.store.recording(changes)
        return CommandContext(
            services: recorded,
            table: table,
            memory: memory,
            message: message,
            changes: changes,
            person: person,
            room: room,
            localizer: services.catalogue.localizer(for: settings, on: message.traits),
            time: time
        )
    }
}
