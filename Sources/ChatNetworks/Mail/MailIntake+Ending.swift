import Foundation
import Logging
import MailMessages
import MailTalk
import NewsModel

/// Ending mail to an address: on a person's request, or because mail bounces.
extension MailIntake {
    func carryOut(_ end: MailEnd, _ read: ReadMail) async throws {
        for person in end.people {
            let notice = person.notice.flatMap { Self.mail($0, to: person.address, read.kept) }
            try await keeping.unsubscribe(person.address, network: network, telling: notice, at: time.now)
            log.notice(
                "Mail unsubscribed",
                metadata: ["network": "\(network)", "address": "\(LogText.mailbox(person.address))"]
            )
        }
    }

    /// A mail that tells an owner that somebody else has unsubscribed them, perhaps by an address in a forwarded mail.
    ///
    /// It is not an automatic answer in the sense of RFC 3834: the owner gets it once, whoever sent that mail.
    private static func mail(_ notice: MailNotice, to owner: String, _ kept: KeptMail) -> NewMail? {
        let letter = MailLetter(sender: owner, opening: [notice], isForStranger: true)
        return letter.text.map { NewMail(content: head(of: kept.content), answers: [MailLetter.position: $0]) }
    }

    func count(_ finding: BounceFinding, of address: String, _ kept: KeptMail) async throws {
        var metadata = facts(kept).merging(["address": "\(LogText.mailbox(address))"]) { $1 }
        switch try await bounces.count(finding, of: address) {
        case .harmless: log.info("Mail is late or came back for now", metadata: metadata)
        case .gone(let reason):
            metadata["reason"] = "\(LogText.line(reason, limit: 200))"
            log.notice("Mail came back", metadata: metadata)
            outlet.report(.expelled(Address(network: network, kind: .person, target: address), reason: reason))
        }
    }

    /// Asks a mailbox's owner to confirm that they want no more mail, because anybody could have written the request.
    ///
    /// At most once an hour, and only for addresses that get mail: a forged request makes us send unwanted mail. These
    /// questions have a limit of their own, so they do not reduce the answers to strangers.
    func askAboutEnd(_ from: MailAddress, _ read: ReadMail) async throws -> Bool {
        let address = from.folded
        let limits = [
            MailAnswerLimit("end " + address, most: 1), MailAnswerLimit("ends", most: options.guestAnswersPerHour),
        ]
        guard try await keeping.countAnswer(limits, network: network, at: time.now),
            try await keeping.correspondent(address, network: network, at: time.now).isReachable
        else { return try await drop(read.kept) }
        let code = try await keeping.confirmationCode(
            mail: read.kept,
            position: MailCommand.wholeMail,
            of: address,
            network: network,
            at: time.now
        )
        return put(MailLetter(sender: address, opening: [.confirmEnd(code: code)], isForStranger: true), read)
    }
}
