import Foundation
import IRCClient
import Logging
package import NewsModel

extension IRCNetwork {
    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        let rows = part.payload.split(separator: "\n")
        guard rows.count > 1 else {
            return outcome(await say(part.payload, part, key: key, to: address), at: address, hasBegun: false)
        }
        var said = min(await sentRows.count(of: key), rows.count - 1)
        while said < rows.count {
            // Send all rows as one message where the server allows it; else one by one, each confirmed before the next.
            let rest = rows[said...].joined(separator: "\n")
            let isOneMessage = await client.sendsAsOneMessage(IRCOutgoingLine(target: address.target, text: rest))
            let text = isOneMessage ? rest : String(rows[said])
            let result = await say(text, part, key: key, to: address)
            guard result == .confirmed else { return outcome(result, at: address, hasBegun: said > 0) }
            if isOneMessage, said == 0 { return .confirmed }
            said = isOneMessage ? rows.count : said + 1
            await note(said < rows.count ? said : nil, of: key)
        }
        return .confirmed
    }

    private func say(_ text: String, _ part: MessagePart, key: PartKey, to address: Address) async -> IRCSendOutcome {
        guard let target = await target(of: address) else { return .notSent(reason: "not there") }
        let isAccount = address.kind == .person && IRCIdentity.nick(in: address.target) == nil
        let line = IRCOutgoingLine(
            target: target,
            text: text,
            isNotice: part.asNotice,
            account: isAccount ? address.target : nil
        )
        return await client.send(line, confirmationID: key.text)
    }

    /// `hasBegun`: some rows have arrived, so the message must not be sent to another address.
    private func outcome(_ outcome: IRCSendOutcome, at address: Address, hasBegun: Bool) -> SendOutcome {
        switch outcome {
        case .confirmed: return .confirmed
        case .unknown: return .unknown
        case .notSent: return hasBegun ? .unknown : .notSent(retryAt: nil)
        case .refused(let refusal):
            // A person who has left does not make the address invalid.
            guard refusal.isPermanent, address.kind == .room else {
                return hasBegun ? .unknown : .notSent(retryAt: time.now.addingTimeInterval(60))
            }
            return .refused(reason: "\(refusal.numeric) \(refusal.reason)")
        }
    }

    private func note(_ count: Int?, of key: PartKey) async {
        do {
            try await sentRows.note(count, of: key)
        } catch {
            log.error("IRC rows not stored", metadata: ["network": "\(name)", "error": "\(error)"])
        }
    }
}
