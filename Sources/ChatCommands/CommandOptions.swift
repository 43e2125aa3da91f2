package import Foundation
package import NewsModel
package import TextAnalysis

/// What the operator decides about commands.
package struct CommandOptions: Sendable {
    package var prefix: String
    package var admins: Set<Identity>
    /// The bot's own name on a network at this moment, for addressing and for hints.
    package var botName: @Sendable (_ network: String) -> String
    package var quotas: Quotas
    package var rates: Rates
    /// What one alert or mute may ask for.
    package var queries: QueryLimits
    /// How a room is treated until its operators say otherwise.
    package var roomDefaults: RoomEtiquette
    /// Anonymous daily totals of what is used.
    package var countsUse: Bool
    /// Seconds an identity is believed after it was last seen, by network; elsewhere for ever.
    package var identityLifetimes: [String: TimeInterval]
    /// Where mail is written to the bot; nil where it has no mailbox.
    package var mailAddress: String?
    package var version: String
    package var sourceURL: String

    /// How much one person and one room may ask for.
    package struct Quotas: Hashable, Sendable {
        package var subscriptions: Int
        package var alerts: Int
        package var schedules: Int
        package var saved: Int
        package var mutes: Int

        package init(subscriptions: Int, alerts: Int, schedules: Int, saved: Int = 1_000, mutes: Int = 100) {
            self.subscriptions = subscriptions
            self.alerts = alerts
            self.schedules = schedules
            self.saved = saved
            self.mutes = mutes
        }

        package static let person = Quotas(subscriptions: 500, alerts: 50, schedules: 10)
        package static let room = Quotas(subscriptions: 500, alerts: 100, schedules: 20)
        /// What one person may make for rooms, in all of them together.
        package static let created = Quotas(subscriptions: 500, alerts: 100, schedules: 40)
    }

    package var roomQuotas: Quotas
    package var createdQuotas: Quotas

    package init(
        prefix: String = "!",
        admins: Set<Identity> = [],
        botName: @escaping @Sendable (String) -> String = { _ in "crier" },
        quotas: Quotas = .person,
        roomQuotas: Quotas = .room,
        createdQuotas: Quotas = .created,
        rates: Rates = Rates(),
        queries: QueryLimits = QueryLimits(),
        roomDefaults: RoomEtiquette = RoomEtiquette(),
        countsUse: Bool = true,
        identityLifetimes: [String: TimeInterval] = [:],
        mailAddress: String? = nil,
        version: String = "0",
        sourceURL: String = ""
    ) {
        self.prefix = prefix
        self.admins = admins
        self.botName = botName
        self.quotas = quotas
        self.roomQuotas = roomQuotas
        self.createdQuotas = createdQuotas
        self.rates = rates
        self.queries = queries
        self.roomDefaults = roomDefaults
        self.countsUse = countsUse
        self.identityLifetimes = identityLifetimes
        self.mailAddress = mailAddress
        self.version = version
        self.sourceURL = sourceURL
    }

    /// Matrix knows messages of bots as such (`m.notice`), and a room's operators may ask for plain ones.
    func roomDefaults(on kind: NetworkKind) -> RoomEtiquette {
        var etiquette = roomDefaults
        if kind == .matrix { etiquette.usesNotice = true }
        return etiquette
    }
}
