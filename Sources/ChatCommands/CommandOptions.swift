package import Foundation
package import NewsModel
package import Storage
package import TextAnalysis

/// The operator's settings for commands.
package struct CommandOptions: Sendable {
    package var prefix: String
    package var admins: Set<Identity>
    /// The bot's current name on a network, for addressing and for hints.
    package var botName: @Sendable (_ network: String) -> String
    package var quotas: Quotas
    package var rates: Rates
    /// The limits of one alert or mute query.
    package var queries: QueryLimits
    /// What one search may cost.
    package var search: SearchLimits
    /// The settings of a room until its operators change them.
    package var roomDefaults: RoomEtiquette
    /// Whether anonymous daily totals of command use are counted.
    package var countsUse: Bool
    /// Seconds after its last sighting for which an identity stays valid, by network.
    ///
    /// Other networks have no limit.
    package var identityLifetimes: [String: TimeInterval]
    /// The bot's mail address; nil if it has no mailbox.
    package var mailAddress: String?
    package var version: String
    package var sourceURL: String

    /// How many subscriptions, alerts and so on one person or one room may have.
    package struct Quotas: Hashable, Sendable {
        package var subscriptions: Int
        package var alerts: Int
        package var schedules: Int
        package var saved: Int
        package var mutes: Int
        package var filters: Int
        /// Categories besides the ten of the catalogue.
        package var categories: Int
        package var smartFeeds: Int

        package init(
            subscriptions: Int,
            alerts: Int,
            schedules: Int,
            saved: Int = 1_000,
            mutes: Int = 100,
            filters: Int = 50,
            categories: Int = 30,
            smartFeeds: Int = 10
        ) {
            self.subscriptions = subscriptions
            self.alerts = alerts
            self.schedules = schedules
            self.saved = saved
            self.mutes = mutes
            self.filters = filters
            self.categories = categories
            self.smartFeeds = smartFeeds
        }

        package static let person = Quotas(subscriptions: 500, alerts: 50, schedules: 10)
        package static let room = Quotas(subscriptions: 500, alerts: 100, schedules: 20, filters: 100)
        /// What one person may create for all rooms together.
        package static let created = Quotas(subscriptions: 500, alerts: 100, schedules: 40, filters: 100)
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
        search: SearchLimits = SearchLimits(),
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
        self.search = search
        self.roomDefaults = roomDefaults
        self.countsUse = countsUse
        self.identityLifetimes = identityLifetimes
        self.mailAddress = mailAddress
        self.version = version
        self.sourceURL = sourceURL
    }

    /// The first settings of a room.
    ///
    /// Where a network marks the messages of bots, notices are on.
    func roomDefaults(on traits: NetworkTraits) -> RoomEtiquette {
        var etiquette = roomDefaults
        if traits.marksBots { etiquette.usesNotice = true }
        return etiquette
    }
}
