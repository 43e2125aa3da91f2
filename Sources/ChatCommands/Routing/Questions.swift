internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Puts questions to people: one is open for each person and chat, and `yes` and `no` answer it.
struct Questions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Asks whether the feeds at these addresses should be followed.
    func askToFollow(_ urls: [String]) async throws {
        let expiresAt = time.addingTimeInterval(RouterState.offerLifetime)
        try await ask(OpenQuestion(subject: .follow(urls), expiresAt: expiresAt), for: offerKey)
    }

    /// Asks whether a command should be run.
    func askToRun(_ line: HintLine) async throws {
        let expiresAt = time.addingTimeInterval(codeLifetime)
        try await ask(OpenQuestion(subject: .run(line), expiresAt: expiresAt), for: offerKey)
    }

    /// Makes a code for an action and asks for it.
    ///
    /// On a slow network only the code is an answer. In chat a bare `yes` right after the question is one too.
    func code(for action: PendingAction, of profile: ProfileID, privately: Bool = false) async throws -> String {
        let code = try await services.store.makeCode(
            for: profile,
            action: action.text,
            lifetime: codeLifetime,
            at: time
        )
        try await ask(action, [code], of: profile, privately: privately)
        return code
    }

    /// Asks for one of the codes; a bare `yes` means the first, which confirms the action.
    func ask(
        _ action: PendingAction,
        _ codes: [String],
        of profile: ProfileID,
        privately: Bool,
        needsCode: Bool = false
    ) async throws {
        let question = OpenQuestion(
            subject: .confirm(action),
            profile: profile,
            codes: codes,
            needsCode: needsCode || message.traits.isSlow,
            expiresAt: time.addingTimeInterval(codeLifetime)
        )
        try await ask(question, for: privately ? privateKey : offerKey)
    }

    private func ask(_ question: OpenQuestion, for key: String) async throws {
        guard let replaced = await memory.ask(question, for: key), let profile = replaced.profile else { return }
        try await services.store.voidCodes(replaced.codes, of: profile)
    }

    /// The key of what is asked in the person's private chat.
    private var privateKey: String { person.key + " " + privatePlaceKey }

    // MARK: - Answers

    /// `yes` without a code answers the newest question here.
    func accept() async throws -> [Answer] {
        guard let question = await memory.question(for: offerKey, at: time) else {
            if let held = try await HeldCodes(context).heldCode() {
                return try await codeWanted(held.code, .confirm(held.action))
            }
            return say("command.nothingToConfirm", ["hint": .text(hint("help"))])
        }
        switch question.subject {
        case .follow(let urls):
            let owner = try await Owners(context).owner(of: nil, toChange: true)
            await memory.answerQuestion(offerKey)
            await memory.dropOffer(for: offerKey)
            return try await Following(context).subscribe(owner, to: urls.map { FeedTarget(text: $0, url: $0) })
        case .run(let line):
            await memory.answerQuestion(offerKey)
            return try await Intents(context).run(line)
        case .confirm:
            guard let code = question.codes.first else { throw CommandError.badCode }
            // Among pasted lines nobody has read the question.
            guard !question.needsCode, question.isNewest, message.partOf == nil else {
                return try await codeWanted(code, question.subject)
            }
            return try await confirm(code)
        }
    }

    /// A bare `yes` may be meant for something else, so the answer says what would be done.
    private func codeWanted(_ code: String, _ subject: OpenQuestion.Subject) async throws -> [Answer] {
        say(
            "command.answerWithCode",
            ["what": .text(try await words(for: subject)), "yes": .text(hint("yes " + code))]
        )
    }

    /// `yes CODE` confirms what the code was made for.
    func confirm(_ typed: String) async throws -> [Answer] {
        guard let profile = person.profile ?? person.dormant?.profile else { throw CommandError.badCode }
        let code = String(typed.prefix(40))
        if let subject = await memory.closedQuestion(code, of: profile.id) { return try await closed(subject) }
        guard let text = try await services.store.redeemCode(code, for: profile.id, at: time),
            let action = PendingAction(text)
        else { throw CommandError.badCode }
        for key in Set([offerKey, privateKey]) {
            guard let question = await memory.question(for: key, at: time) else { continue }
            if question.codes.contains(code.uppercased()) { await memory.answerQuestion(key) }
        }
        return try await PendingActions(context).run(action, of: profile)
    }

    private func closed(_ subject: OpenQuestion.Subject) async throws -> [Answer] {
        let what = MessageArgument.text(try await words(for: subject))
        guard let newer = await memory.question(for: offerKey, at: time) else {
            return say("command.question.closed", ["what": what])
        }
        let code = newer.needsCode || !newer.isNewest ? newer.codes.first : nil
        return say(
            "command.question.replaced",
            [
                "what": what, "newer": .text(try await words(for: newer.subject)),
                "yes": .text(hint(code.map { "yes \($0)" } ?? "yes")),
            ]
        )
    }

    /// `no` cancels the open question here and says what is not done.
    func cancel() async throws -> [Answer] {
        if let question = await memory.question(for: offerKey, at: time) {
            if let profile = question.profile { try await services.store.voidCodes(question.codes, of: profile) }
            await memory.closeQuestion(offerKey)
            return say("command.question.cancelled", ["what": .text(try await words(for: question.subject))])
        }
        guard let held = try await HeldCodes(context).heldCode(), let profile = person.profile else {
            return say("command.question.none", ["hint": .text(hint("undo"))])
        }
        try await services.store.voidCodes([held.code], of: profile.id)
        let what = try await words(for: .confirm(held.action))
        return say("command.question.cancelled", ["what": .text(what)])
    }

    // MARK: - Words

    /// What a `yes` makes the bot do, in words that follow "I did not …".
    private func words(for subject: OpenQuestion.Subject) async throws -> String {
        func what(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> String {
            localizer.text("command.question.what." + key, arguments)
        }
        switch subject {
        case .follow(let urls):
            guard urls.count == 1, let url = urls.first else { return what("followSome", ["n": .number(urls.count)]) }
            // In a room everybody reads the answer, and an address may be secret.
            let shown = isPrivate ? AddressRepair.withoutPassword(url) : ShownAddress.siteOnly(url)
            return what("follow", ["url": .text(BoundedText.shortened(shown, to: 120))])
        case .run(let line): return what("run", ["line": .text(hint(line))])
        case .confirm(.forgetMe): return what("forgetMe")
        case .confirm(.forgetHistory): return what("forgetHistory")
        case .confirm(.claimProfile): return what("claim")
        case .confirm(.beginAnew): return what("beginAnew")
        case .confirm(.unsubscribeAll(let recipient)):
            let room = try await services.store.room(RoomID(rawValue: recipient.rawValue))
            guard recipient != person.profile?.id.recipient, let room else { return what("unsubAll") }
            let place = placeName(Address(network: room.network, kind: .room, target: room.name))
            return what("unsubAllOf", ["place": .text(place)])
        case .confirm(.join(let other)):
            guard isPrivate else { return what("joinAnother") }
            let accounts = Command.names(try await services.store.identities(of: other))
            return what("join", ["accounts": .names(accounts)])
        }
    }
}
