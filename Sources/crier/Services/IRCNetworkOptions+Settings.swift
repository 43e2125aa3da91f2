import ChatNetworks
import IRCClient
import NewsModel

extension IRCNetworkOptions {
    init(
        _ settings: Configuration.IRCNetworkSettings,
        of configuration: Configuration,
        _ vocabulary: CommandVocabulary
    ) {
        var client = IRCClientOptions(
            host: settings.host,
            port: settings.port,
            useTLS: settings.usesTLS,
            nick: settings.nick,
            realName: settings.realName,
            channels: settings.channels.map(IRCChannelName.init(configured:)),
            versionReply: "Crier \(Crier.version)"
        )
        client.sourceReply = "Crier \(Crier.version), under the MIT licence"
        client.servers += settings.servers.map { IRCServer(host: $0.host, port: $0.port, useTLS: settings.usesTLS) }
        client.bindAddress = settings.bindAddress
        client.proxy = settings.proxy
        client.nickServ = settings.nickServ
        client.caFile = settings.caFile
        client.serverPassword = settings.password
        client.saslAccount = settings.saslAccount
        client.saslPassword = settings.saslPassword
        client.certificateFile = settings.certificateFile
        client.keyFile = settings.keyFile
        client.floodBurst = Double(settings.burst)
        client.floodRefillPerSecond = settings.linesPerSecond
        let rule: IdentityRule =
            switch settings.identity {
            case .account: .account
            case .nick: .nick
            case .off: .off
            }
        self.init(name: settings.name, client: client, identity: rule, vocabulary: vocabulary)
        invitations =
            switch settings.invites {
            case .nobody: .nobody
            case .admins: .admins
            case .anyone: .anyone
            }
        roomsPerInviter = configuration.quotas.roomsPerInviter
        mostInvited = configuration.quotas.invitedChannels
        adminAccounts = configuration.admins.filter { $0.network == settings.name }.map(\.account)
    }
}

extension IRCChannelName {
    /// `#channel`, or `#channel key`.
    init(configured text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        self.init(name: words.first.map(String.init) ?? text, key: words.count > 1 ? String(words[1]) : nil)
    }
}
