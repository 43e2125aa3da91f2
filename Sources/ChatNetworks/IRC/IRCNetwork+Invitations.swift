import IRCClient
import Logging
import NewsModel

extension IRCNetwork {
    func accept(_ channel: String, nick: String, account: String?) async {
        let facts: Logger.Metadata = ["network": "\(name)", "room": "\(channel)", "by": "\(nick)"]
        let identity = IRCIdentity.account(rule: options.identity, nick: folded(nick), account: account.map(folded))
        guard isWelcome(identity) else {
            log.info("IRC invitation not followed", metadata: facts)
            refuse(channel, nick: nick, identity, limit: nil, isWelcome: false)
            return
        }
        do {
            // Anybody can use any nick, so without services accounts all inviters count as guests.
            let inviter = traits.hasAccounts ? identity : nil
            switch try await channels.add(channel, by: inviter, isUnlimited: isAdmin(identity)) {
            case .isKnown: break
            case .isNew:
                log.notice("IRC invitation followed", metadata: facts)
                await client.setChannels(await channels.all)
            case .tooManyByPerson: refuse(channel, nick: nick, identity, limit: await channels.mostPerPerson)
            case .tooMany: refuse(channel, nick: nick, identity, limit: nil)
            }
        } catch {
            log.error("IRC invitation not stored", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
    }

    /// Reports that an invitation is not accepted, so that the inviter is told why.
    private func refuse(
        _ channel: String,
        nick: String,
        _ account: String?,
        limit: Int?,
        isWelcome: Bool = true
    ) {
        let message = IncomingMessage(
            network: name,
            traits: traits,
            sender: .init(displayName: nick, account: account),
            room: nil,
            text: "",
            receivedAt: time.now
        )
        outlet.hint(.invitationRefused(RefusedInvitation(message, room: channel, limit: limit, isWelcome: isWelcome)))
    }

    /// After a kick or ban, an invited channel is removed and not rejoined.
    func leave(_ channel: String, _ reason: IRCLeaveReason) async {
        switch reason {
        case .kicked, .banned: break
        case .parted, .joinRefused: return
        }
        do {
            guard try await channels.remove(channel) else { return }
            log.notice("IRC channel given up", metadata: ["network": "\(name)", "room": "\(channel)"])
            await client.setChannels(await channels.all)
        } catch {
            log.error("IRC channel not forgotten", metadata: ["room": "\(channel)", "error": "\(error)"])
        }
    }

    func store(_ policy: IRCSTSPolicy) async {
        do {
            try await policies.store(policy, at: time.now)
        } catch {
            log.error("IRC security policy not stored", metadata: ["network": "\(name)", "error": "\(error)"])
        }
    }

    func store(_ learnt: IRCPace) async {
        log.notice("IRC network is easily flooded", metadata: ["network": "\(name)", "pace": "\(learnt.share)"])
        do {
            try await pace.store(learnt)
        } catch {
            log.error("IRC pace not stored", metadata: ["network": "\(name)", "error": "\(error)"])
        }
    }

    private func isWelcome(_ account: String?) -> Bool {
        switch options.invitations {
        case .nobody: return false
        case .anyone: return true
        case .admins: return isAdmin(account)
        }
    }

    private func isAdmin(_ account: String?) -> Bool {
        guard let account else { return false }
        return options.adminAccounts.contains { folded($0) == account }
    }
}
