import Foundation
import NewsModel
import Synchronization

/// Correspondents and what became of mail to them; of incoming mail nothing is kept.
final class MailPeople: MailKeeping {
    private let people: Mutex<[String: MailCorrespondent]>
    private let state = Mutex<[String: String]>([:])
    private let unconfirmed = Mutex<[String: UnconfirmedMail]>([:])

    init(_ people: [MailCorrespondent]) {
        self.people = Mutex(Dictionary(people.map { ($0.address, $0) }) { one, _ in one })
    }

    subscript(address: String) -> MailCorrespondent? { people.withLock { $0[address] } }

    func correspondent(_ address: String, network: String, at time: Date) -> MailCorrespondent {
        people.withLock { people in
            let person = people[address] ?? MailCorrespondent(address: address, token: "t\(people.count)")
            people[address] = person
            return person
        }
    }

    func correspondent(unsubscribeToken: String, network: String) -> MailCorrespondent? {
        people.withLock { $0.values.first { $0.unsubscribeToken == unsubscribeToken } }
    }

    func correspondent(token: String, network: String) -> MailCorrespondent? {
        people.withLock { $0.values.first { $0.token == token } }
    }

    func noteFailing(_ address: String, network: String, since time: Date?) {
        people.withLock { $0[address]?.failingSince = time }
    }

    func countBounce(of address: String, network: String) -> Int {
        people.withLock { people in
            people[address]?.bounces += 1
            return people[address]?.bounces ?? 0
        }
    }

    func noteDelivered(to address: String, network: String) {
        people.withLock {
            $0[address]?.failingSince = nil
            $0[address]?.bounces = 0
        }
    }

    func unconfirmedMail(_ eventID: String, network: String) -> UnconfirmedMail? {
        unconfirmed.withLock { $0[eventID] }
    }

    func setUnconfirmedMail(_ eventID: String, network: String, to mail: UnconfirmedMail?) {
        unconfirmed.withLock { $0[eventID] = mail }
    }

    /// Those that nobody confirmed.
    var unconfirmedCount: Int { unconfirmed.withLock { $0.count } }

    func confirm(_ address: String, network: String, at time: Date) {}
    func noteAsked(_ address: String, network: String, at time: Date) {}
    func unsubscribe(_ address: String, network: String, telling notice: NewMail?, at time: Date) {}
    func resubscribe(_ address: String, network: String) -> Bool { false }
    func keepMail(_ mails: [NewMail], network: String, position: String?, at time: Date) {}
    func keptMail(network: String, dueAt time: Date, limit: Int) -> [KeptMail] { [] }
    func nextKeptMail(network: String, after time: Date) -> Date? { nil }
    func keepAnswer(_ answer: String, to mail: Int64, position: Int) {}
    func postponeMail(_ id: Int64, until time: Date) {}
    func dropMail(_ id: Int64) {}
    func mailArrivals() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    func confirmationCode(mail: KeptMail, position: Int, of address: String, network: String, at time: Date) -> String?
    {
        nil
    }
    func pendingCode(mail: Int64, of address: String, network: String, at time: Date) -> String? { nil }
    func redeemConfirmation(
        _ code: String,
        of address: String,
        network: String,
        bearer: ConfirmingMail?,
        at time: Date
    ) -> Bool { false }
    func countAnswer(_ limits: [MailAnswerLimit], network: String, at time: Date) -> Bool { true }
    func networkState(_ network: String, key: String) -> String? { state.withLock { $0[key] } }
    func setNetworkState(_ network: String, key: String, value: String?) { state.withLock { $0[key] = value } }
    func recordHandled(network: String, inboundID: String, at time: Date) -> Bool { true }
    func recordHandledMail(network: String, id: String, from sender: String, at time: Date) -> Bool { true }
    func recordPosted(network: String, eventID: String, key: PartKey) {}
    func postedEvent(network: String, key: PartKey) -> String? { nil }
    func isPosted(network: String, eventID: String) -> Bool { false }
}
