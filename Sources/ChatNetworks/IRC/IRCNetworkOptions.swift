package import IRCClient

/// One IRC network as a chat network.
package struct IRCNetworkOptions: Sendable {
    /// Whom a profile belongs to.
    package enum IdentityRule: Sendable {
        /// The services account; without one a person is a guest.
        case account
        /// The nick, for networks without services.
        case nick
        /// Nobody has a profile here.
        case off
    }

    /// Whose invitation into a channel is accepted.
    package enum InvitationRule: Sendable {
        case nobody
        case admins
        case anyone
    }

    package var name: String
    package var client: IRCClientOptions
    package var identity: IdentityRule
    /// What commands begin with; such lines are not conversation.
    package var commandPrefix: String
    package var invitations = InvitationRule.admins
    /// Into how many channels one account may bring the bot; its admins into any number.
    package var roomsPerInviter = 50
    /// Into how many channels all of them together may.
    package var mostInvited = 200
    /// The services accounts of the bot's admins here.
    package var adminAccounts: [String] = []

    package init(name: String, client: IRCClientOptions, identity: IdentityRule, commandPrefix: String) {
        self.name = name
        self.client = client
        self.identity = identity
        self.commandPrefix = commandPrefix
    }
}
