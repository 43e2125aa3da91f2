import ChatCommands
import Foundation
import GameRooms
import IRCClient
import NewsModel
import Storage
import TextAnalysis
import TOMLReading

/// What the operator decided, checked and with every default filled in.
struct Configuration: Sendable {
    var commandPrefix = "!"
    var defaultLanguage = "en"
    var defaultTimeZone = "UTC"
    var admins: [Identity] = []
    /// As written.
    var adminNames: [String] = []
    var logLevel = "info"
    var countsUse = true

    /// The file's values as written, so that a reload can find what has changed.
    var written: [String: TOMLTree] = [:]
    var storagePath: URL
    var retention = KeepRule()
    var room = StorageRoom()
    var quotas = Quotas()
    var fetch = Fetch()
    var limits = CommandOptions.Rates()
    var rooms = Rooms()
    /// The limits of one alert or mute.
    var queries = QueryLimits()
    /// What one search may cost.
    var search = SearchLimits()
    var quiz = QuizOptions()
    var quizReports = QuizReportLimits()
    /// Whether the catalogue's default selection is used if no feed is configured.
    var selectsCatalogueFeeds = true
    var feeds: [SelectedFeed] = []
    var irc: [IRCNetworkSettings] = []
    var matrix: [MatrixNetworkSettings] = []
    var mail: MailSettings?

    /// How long and how many articles are stored.
    struct KeepRule: Sendable {
        var days = 90
        var perFeed = 500
        var atMostPerFeed = 5_000
    }

    /// How many articles feeds may add, and when no new feeds are accepted.
    ///
    /// Sizes are in bytes.
    struct StorageRoom: Sendable {
        var firstEntries = 100
        var newPerDay = 2_000
        /// Seconds.
        var keepUnfollowed = 86_400.0
        /// 0 means unlimited.
        var maxSize = 10_000_000_000
        var minFree = 200_000_000
        var decisionsPerDay = 100
        var readingsPerPerson = 10_000
    }

    /// How much one person or room may create.
    struct Quotas: Sendable {
        struct Limits: Sendable {
            var subscriptions: Int
            var alerts: Int
            var schedules: Int
            var mutes = 100
            var filters = 50
            /// Besides the ten of the catalogue.
            var categories = 30
            var smartFeeds = 10
        }

        var person = Limits(subscriptions: 500, alerts: 50, schedules: 10)
        var room = Limits(subscriptions: 500, alerts: 100, schedules: 20, filters: 100)
        /// What one person may create in all rooms together.
        var created = Limits(subscriptions: 500, alerts: 100, schedules: 40, filters: 100)
        var saved = 1_000
        /// Bytes of the feeds that one person has added.
        var bytes = 300_000_000
        var roomsPerInviter = 20
        /// Channels of one IRC network that the bot joins by invitation, for all inviters together.
        var invitedChannels = 200
    }

    struct Fetch: Sendable {
        var interval = 1_800
        var floor = 300
        var askedFloor = 900
        /// Seconds, fractions allowed.
        var hostSpacing = 1.0
        var addressSpacing = 0.2
        var allowAddresses: [String] = []
        var allowAddressesLine: Int?
        var proxy = ""
        var caFile: String?
        var contact = ""
        var parallel = 32
        var parseThreads = 2
        var parseSeconds = 10.0
    }

    /// The settings of a new room until its operators change them.
    struct Rooms: Sendable {
        var idleMinutes = 5
        var linesPerHour = 60
    }

    /// How many seconds an identity stays valid after it was last seen, by network.
    var identityLifetimes: [String: TimeInterval] {
        let pairs = irc.compactMap { network in
            network.identityExpiryDays.map { (network.name, Double($0) * 86_400) }
        }
        return Dictionary(pairs) { $1 }
    }

    struct SelectedFeed: Sendable, Equatable {
        var url: String
        var name: String?
        var category: String?
    }

    struct MatrixNetworkSettings: Sendable {
        enum InvitationRule: Sendable, Hashable {
            case nobody
            case admins
            case anyone
            /// User ids and server names.
            case only([String])
        }

        var name: String
        /// An address, or a server name.
        var homeserver: String
        /// `@crier:example.org`.
        var user: String
        var password: String?
        var accessToken: String?
        var refreshToken: String?
        var displayName: String?
        var caFile: String?
        var invites = InvitationRule.anyone
        /// Seconds.
        var answerWithin = 3_600.0
        var sendsReceipts = true
        var showsTyping = true
        var showsIcons = true
    }

    struct IRCNetworkSettings: Sendable {
        enum IdentityRule: String, Sendable, CaseIterable {
            case account
            case nick
            case off
        }

        enum InvitationRule: String, Sendable, CaseIterable {
            case nobody
            case admins
            case anyone
        }

        var name: String
        var host: String
        var port: Int
        var usesTLS: Bool
        var caFile: String?
        var nick: String
        var realName: String
        var channels: [String]
        var password: String?
        var saslAccount: String?
        var saslPassword: String?
        var certificateFile: String?
        var keyFile: String?
        var identity: IdentityRule
        /// How many days an identity stays valid after it was last seen; nil means forever.
        var identityExpiryDays: Int?
        var linesPerSecond: Double
        var burst: Int
        /// More servers of the network.
        ///
        /// They are tried in turn after `host`.
        var servers: [(host: String, port: Int)] = []
        var bindAddress: String?
        var proxy: IRCProxy?
        var nickServ: String?
        var invites = InvitationRule.admins
    }
}
