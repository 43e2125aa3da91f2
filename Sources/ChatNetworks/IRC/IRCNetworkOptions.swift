package import IRCClient
package import NewsModel

/// The settings of one IRC network.
package struct IRCNetworkOptions: Sendable {
    /// What identifies the owner of a profile.
    package enum IdentityRule: Sendable {
        /// The services account; people without one are guests.
        case account
        /// The nick, for networks without services.
        case nick
        /// Nobody has a profile here.
        case off
    }

    /// Whose invitations to a channel are accepted.
    package enum InvitationRule: Sendable {
        case nobody
        case admins
        case anyone
    }

    package var name: String
    package var client: IRCClientOptions
    package var identity: IdentityRule
    /// Its command prefix marks lines that do not count as conversation.
    package var vocabulary: CommandVocabulary
    package var invitations = InvitationRule.admins
    /// How many channels one account may bring the bot into.
    ///
    /// Admins have no limit.
    package var roomsPerInviter = 50
    /// How many channels all accounts together may bring the bot into.
    package var mostInvited = 200
    /// The services accounts of the bot's admins on this network.
    package var adminAccounts: [String] = []

    package init(name: String, client: IRCClientOptions, identity: IdentityRule, vocabulary: CommandVocabulary) {
        self.name = name
        self.client = client
        self.identity = identity
        self.vocabulary = vocabulary
    }
}
