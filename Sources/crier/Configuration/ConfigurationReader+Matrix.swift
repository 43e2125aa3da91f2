import NewsModel

extension ConfigurationReader {
    mutating func readMatrix(_ section: ConfigurationSection) -> Configuration.MatrixNetworkSettings? {
        guard let name = section.text("name"), let user = section.text("user") else { return nil }
        let server = user.firstIndex(of: ":").map { String(user[user.index(after: $0)...]) } ?? ""
        guard user.hasPrefix("@"), user.count > 2, !server.isEmpty else {
            report("config.badMatrixUser", ["name": .text(user)], line: line(section, "user"))
            return nil
        }
        let homeserver = section.text("homeserver") ?? server
        var settings = Configuration.MatrixNetworkSettings(name: name, homeserver: homeserver, user: user)
        settings.password = secret("password_file", environment: "PASSWORD", of: section)
        settings.accessToken = secret("access_token_file", environment: "ACCESS_TOKEN", of: section)
        settings.refreshToken = secret("refresh_token_file", environment: "REFRESH_TOKEN", of: section)
        settings.caFile = file("ca_file", of: section)
        if let shown = section.text("display_name"), !shown.isEmpty { settings.displayName = shown }
        settings.answerWithin = section.decimal("answer_within") ?? settings.answerWithin
        settings.sendsReceipts = section.flag("receipts") ?? settings.sendsReceipts
        settings.showsTyping = section.flag("typing") ?? settings.showsTyping
        settings.showsIcons = section.flag("icons") ?? settings.showsIcons
        if settings.password == nil, settings.accessToken == nil, settings.refreshToken == nil {
            report("config.matrixIncomplete", ["name": .text(name)], line: line(section, nil), isWarning: true)
        }
        if homeserver.lowercased().hasPrefix("http://") {
            report("config.matrixWithoutTLS", ["name": .text(name)], line: line(section, "homeserver"), isWarning: true)
        }
        if let list = section.list("invites") {
            settings.invites = .only(list)
        } else {
            switch section.text("invites") {
            case "nobody": settings.invites = .nobody
            case "admins": settings.invites = .admins
            default: settings.invites = .anyone
            }
        }
        return settings
    }

    /// Whether the text is `matrix:@alice:example.org`.
    ///
    /// A user id means the same person on every homeserver.
    static func isMatrixAdmin(_ text: String) -> Bool { matrixAdmin(text) != nil }

    private static func matrixAdmin(_ text: String) -> String? {
        guard text.hasPrefix("matrix:@"), text.dropFirst(8).contains(":") else { return nil }
        return String(text.dropFirst(7))
    }

    func addMatrixAdmins(to configuration: inout Configuration) {
        for user in configuration.adminNames.compactMap(Self.matrixAdmin) {
            configuration.admins += configuration.matrix.map { Identity(network: $0.name, account: user) }
        }
    }
}
