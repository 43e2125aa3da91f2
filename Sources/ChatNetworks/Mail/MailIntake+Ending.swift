import Foundation
import Logging
import MailMessages
import NewsModel

/// Mail that asks for the end of all mail.
extension MailIntake {
    /// Ends it for whom the tokens name, at once and always; else for the sender, unless somebody denies that they wrote this.
    func takeEnd(
        of named: [String],
        from: MailAddress?,
        isAnswered: Bool,
        _ read: ReadMail,
        _ lines: MailLines
    ) async throws -> Bool {
        let trust = if let from { try await trust(in: read, from) } else { MailTrust.forged }
        var ended: [MailCorrespondent] = []
        for token in named {
            var owner = try await keeping.correspondent(token: token, network: network)
            if owner == nil { owner = try await keeping.correspondent(unsubscribeToken: token, network: network) }
            if let owner { ended.append(owner) }
        }
        if ended.isEmpty, let from {
            guard trust.endsMailByFrom else {
                return isAnswered ? try await askAboutEnd(from, read) : try await drop(read.kept)
            }
            ended = [MailCorrespondent(address: from.folded, token: "")]
        }
        for address in ended.map(\.address) {
            let notice = address == from?.folded ? nil : noticeOfEnd(to: address, by: from, read.kept)
            try await keeping.unsubscribe(address, network: network, telling: notice, at: time.now)
            log.notice(
                "Mail unsubscribed",
                metadata: ["network": "\(network)", "address": "\(LogText.mailbox(address))"]
            )
        }
        guard isAnswered, trust != .forged, let from else { return try await drop(read.kept) }
        if !ended.contains(where: { $0.address == from.folded }) {
            // Once, as its owner hears of it.
            guard ended.contains(where: { $0.unsubscribedAt == nil }) else { return try await drop(read.kept) }
            return try await say(.endedForOther, to: from, trust, read)
        }
        let rest = trust.isKnown ? lines.besideEnd(options.stopWords, isCommand: options.isCommand) : []
        return try await say(
            .unsubscribed(resume: options.resumeWord),
            beside: rest.isEmpty ? [] : [.unread(lines: Array(rest.prefix(MailCommands.limit)), .besideStop)],
            to: from,
            trust,
            read
        )
    }

    /// For whose mail somebody else has ended, with an address out of a mail that was passed on, perhaps.
    ///
    /// It is no answer (RFC 3834): they hear of it once, whoever and whatever sent that mail.
    private func noticeOfEnd(to owner: String, by sender: MailAddress?, _ kept: KeptMail) -> NewMail? {
        let resume = options.resumeWord
        let notice = sender.map { MailNotice.unsubscribedBy(sender: $0.folded, resume: resume) }
        let letter = MailLetter(sender: owner, opening: [notice ?? .unsubscribed(resume: resume)], isForStranger: true)
        return letter.text.map { NewMail(content: Self.head(of: kept.content), answers: [MailLetter.position: $0]) }
    }

    /// Asks the owner of a mailbox whether it was they who want no mail, where our own server doubts it.
    ///
    /// Once an hour, and only who gets mail: whoever forges such wishes makes us write what nobody asked for. These questions have
    /// a count of their own, so that they take no answers from strangers.
    private func askAboutEnd(_ from: MailAddress, _ read: ReadMail) async throws -> Bool {
        let address = from.folded
        let limits = [
            MailAnswerLimit("end " + address, most: 1), MailAnswerLimit("ends", most: options.guestAnswersPerHour),
        ]
        guard try await keeping.countAnswer(limits, network: network, at: time.now),
            try await keeping.correspondent(address, network: network, at: time.now).isReachable
        else { return try await drop(read.kept) }
        let code = try await keeping.confirmationCode(
            mail: read.kept,
            position: MailLetter.wholeMail,
            of: address,
            network: network,
            at: time.now
        )
        return put(MailLetter(sender: address, opening: [.confirmEnd(code: code)], isForStranger: true), read)
    }
}
