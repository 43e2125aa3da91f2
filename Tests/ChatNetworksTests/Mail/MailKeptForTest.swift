import Foundation
import NewsModel
import Synchronization

/// What a mail network keeps, for as long as the test.
final class MailKeptForTest: MailKeeping {
    struct Waiting {
        var mail: KeptMail
        var dueAt: Date
    }

    struct State {
        var values: [String: String] = [:]
        var handled: Set<String> = []
        var posted: [PartKey: String] = [:]
        var nextID: Int64 = 1
        var queue: [Waiting] = []
        var people: [String: MailCorrespondent] = [:]
        var codes: [String: (mail: KeptMail, positions: [Int], address: String)] = [:]
        var answerCounts: [String: [Date]] = [:]
        var resumed: [String] = []
        var unconfirmed: [String: UnconfirmedMail] = [:]
        /// How often anybody asked when the next mail is due.
        var looks = 0
    }

    private let state = Mutex(State())
    private let bells = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// What is kept now.
    var now: State { state.withLock { $0 } }
    var queue: [KeptMail] { state.withLock { $0.queue.map(\.mail) } }

    private func ring() { bells.withLock { $0 }.forEach { $0.yield() } }

    func networkState(_ network: String, key: String) -> String? { state.withLock { $0.values[key] } }
    func setNetworkState(_ network: String, key: String, value: String?) { state.withLock { $0.values[key] = value } }

    func unconfirmedMail(_ eventID: String, network: String) -> UnconfirmedMail? {
        state.withLock { $0.unconfirmed[eventID] }
    }

    func setUnconfirmedMail(_ eventID: String, network: String, to mail: UnconfirmedMail?) {
        state.withLock { $0.unconfirmed[eventID] = mail }
    }

    func recordHandled(network: String, inboundID: String, at time: Date) -> Bool {
        state.withLock { $0.handled.insert(inboundID).inserted }
    }

    func recordHandledMail(network: String, id: String, from sender: String, at time: Date) -> Bool {
        state.withLock { $0.handled.insert("message \(id) \(sender)").inserted }
    }

    func recordPosted(network: String, eventID: String, key: PartKey) { state.withLock { $0.posted[key] = eventID } }
    func postedEvent(network: String, key: PartKey) -> String? { state.withLock { $0.posted[key] } }
    func isPosted(network: String, eventID: String) -> Bool { state.withLock { $0.posted.values.contains(eventID) } }

    func keepMail(_ mails: [NewMail], network: String, position: String?, at time: Date) {
        state.withLock { state in
            for mail in mails {
                let kept = KeptMail(
                    id: state.nextID,
                    content: mail.content,
                    envelopeSender: mail.envelopeSender,
                    envelopeRecipient: mail.envelopeRecipient,
                    receivedAt: time,
                    answers: mail.answers
                )
                state.queue.append(Waiting(mail: kept, dueAt: time))
                state.nextID += 1
            }
            if let position { state.values["position"] = position }
        }
        ring()
    }

    func keptMail(network: String, dueAt time: Date, limit: Int) -> [KeptMail] {
        state.withLock { $0.queue.filter { $0.dueAt <= time }.prefix(limit).map(\.mail) }
    }

    func nextKeptMail(network: String, after time: Date) -> Date? {
        state.withLock { state in
            state.looks += 1
            return state.queue.map(\.dueAt).filter { $0 > time }.min()
        }
    }

    private func change(_ id: Int64, _ change: (inout Waiting) -> Void) {
        state.withLock { state in
            for index in state.queue.indices where state.queue[index].mail.id == id { change(&state.queue[index]) }
        }
    }

    func keepAnswer(_ answer: String, to mail: Int64, position: Int) {
        change(mail) { $0.mail.answers[position] = answer }
    }

    func postponeMail(_ id: Int64, until time: Date) {
        change(id) { waiting in
            waiting.dueAt = time
            waiting.mail.attempts += 1
        }
    }

    func dropMail(_ id: Int64) { state.withLock { $0.queue.removeAll { $0.mail.id == id } } }

    func mailArrivals() -> AsyncStream<Void> {
        let (stream, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        bells.withLock { $0.append(bell) }
        return stream
    }

    func correspondent(_ address: String, network: String, at time: Date) -> MailCorrespondent {
        state.withLock { state in
            let name = address.filter { $0.isLetter || $0.isNumber }
            let known =
                state.people[address]
                ?? MailCorrespondent(address: address, token: "t" + name, unsubscribeToken: "u" + name)
            state.people[address] = known
            return known
        }
    }

    func correspondent(unsubscribeToken: String, network: String) -> MailCorrespondent? {
        state.withLock { $0.people.values.first { $0.unsubscribeToken == unsubscribeToken } }
    }

    func correspondent(token: String, network: String) -> MailCorrespondent? {
        state.withLock { $0.people.values.first { $0.token == token } }
    }

    private func change(_ address: String, at time: Date, _ change: (inout MailCorrespondent) -> Void) {
        var known = correspondent(address, network: "", at: time)
        change(&known)
        state.withLock { $0.people[address] = known }
    }

    func confirm(_ address: String, network: String, at time: Date) {
        change(address, at: time) { $0.confirmedAt = $0.confirmedAt ?? time }
    }
    func noteAsked(_ address: String, network: String, at time: Date) {
        change(address, at: time) { $0.askedAt = time }
    }

    func unsubscribe(_ address: String, network: String, telling notice: NewMail?, at time: Date) {
        let wasWanted = correspondent(address, network: network, at: time).unsubscribedAt == nil
        change(address, at: time) { $0.unsubscribedAt = $0.unsubscribedAt ?? time }
        if let notice, wasWanted { keepMail([notice], network: network, position: nil, at: time) }
    }

    func resubscribe(_ address: String, network: String) -> Bool {
        state.withLock { state in
            guard state.people[address]?.unsubscribedAt != nil else { return false }
            state.people[address]?.unsubscribedAt = nil
            return true
        }
    }

    func noteFailing(_ address: String, network: String, since time: Date?) {
        state.withLock { $0.people[address]?.failingSince = time }
    }

    func countBounce(of address: String, network: String) -> Int {
        state.withLock { state in
            state.people[address]?.bounces += 1
            return state.people[address]?.bounces ?? 0
        }
    }

    func noteDelivered(to address: String, network: String) {}

    func pendingCode(mail: Int64, of address: String, network: String, at time: Date) -> String? {
        state.withLock { $0.codes.first { $0.value.mail.id == mail && $0.value.address == address }?.key }
    }

    func confirmationCode(mail: KeptMail, position: Int, of address: String, network: String, at time: Date) -> String?
    {
        state.withLock { state in
            if let known = state.codes.first(where: { $0.value.mail.id == mail.id }) {
                state.codes[known.key]?.positions.append(position)
                return known.key
            }
            let code = "CODE\(mail.id)XLONG"
            state.codes[code] = (mail, [position], address)
            return code
        }
    }

    func redeemConfirmation(
        _ code: String,
        of address: String,
        network: String,
        bearer: ConfirmingMail?,
        at time: Date
    ) -> Bool {
        let isRedeemed = state.withLock { state in
            guard let found = state.codes[code.uppercased()], found.address == address else { return false }
            state.codes[code.uppercased()] = nil
            var mail = KeptMail(id: state.nextID, content: found.mail.content, receivedAt: time)
            mail.confirmedCommands = found.positions
            state.queue.append(Waiting(mail: mail, dueAt: time))
            state.nextID += 1
            return true
        }
        if isRedeemed, let bearer { change(bearer.id) { $0.mail.confirmedCommands = bearer.commands } }
        if isRedeemed { ring() }
        return isRedeemed
    }

    func countAnswer(_ limits: [MailAnswerLimit], network: String, at time: Date) -> Bool {
        state.withLock { state in
            for limit in limits {
                let recent = (state.answerCounts[limit.name] ?? []).filter { time.timeIntervalSince($0) < 3_600 }
                guard recent.count < limit.most else { return false }
                state.answerCounts[limit.name] = recent
            }
            for limit in limits { state.answerCounts[limit.name, default: []].append(time) }
            return true
        }
    }
}
