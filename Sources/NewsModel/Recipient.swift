package import Foundation

/// What holds for a profile and a room alike.
package struct RecipientSettings: Hashable, Sendable, Codable {
    /// BCP 47, one of the languages in `locales/`; nil means the operator's default.
    package var language: String?
    /// IANA name; nil means the operator's default.
    package var timeZone: String?
    package var quietHours: QuietHours?
    /// Whether to be told when a feed fails, recovers, moves or ends.
    package var hearsOfFeeds: Bool
    /// Whether mail carries the pictures of its stories.
    package var showsImages: Bool

    package init(
        language: String? = nil,
        timeZone: String? = nil,
        quietHours: QuietHours? = nil,
        hearsOfFeeds: Bool = true,
        showsImages: Bool = false
    ) {
        self.language = language
        self.timeZone = timeZone
        self.quietHours = quietHours
        self.hearsOfFeeds = hearsOfFeeds
        self.showsImages = showsImages
    }
}

/// A daily span in which pushes are held; it may wrap midnight.
package struct QuietHours: Hashable, Sendable, Codable {
    /// Minutes since local midnight, 0..<1440.
    package var start: Int
    package var end: Int
    package var exceptUrgent: Bool

    package init(start: Int, end: Int, exceptUrgent: Bool) {
        self.start = start
        self.end = end
        self.exceptUrgent = exceptUrgent
    }
}

/// One person, whatever the network.
package struct Profile: Hashable, Sendable {
    package var id: ProfileID
    package var name: String
    package var settings: RecipientSettings
    package var createdAt: Date

    package init(id: ProfileID, name: String, settings: RecipientSettings, createdAt: Date) {
        self.id = id
        self.name = name
        self.settings = settings
        self.createdAt = createdAt
    }
}

/// One channel or room the bot is in.
package struct Room: Hashable, Sendable {
    package var id: RoomID
    package var network: String
    package var name: String
    package var settings: RecipientSettings
    package var etiquette: RoomEtiquette

    package init(id: RoomID, network: String, name: String, settings: RecipientSettings, etiquette: RoomEtiquette) {
        self.id = id
        self.network = network
        self.name = name
        self.settings = settings
        self.etiquette = etiquette
    }
}

/// How the bot behaves in a room, set by the room's operators.
package struct RoomEtiquette: Hashable, Sendable, Codable {
    /// Replaces the configured command prefix in this room.
    package var prefix: String?
    /// Minutes of silence before something not urgent is pushed; 0 pushes at once.
    package var idleMinutes: Int
    package var linesPerHour: Int
    /// Alerts wait for silence like everything else.
    package var alertsWait: Bool
    package var usesNotice: Bool
    package var usesColour: Bool
    /// Generic verbs that answer here without being addressed; `-quiz` is a verb that does not answer here at all.
    package var enabledVerbs: [String]
    /// A post whose headline changes within a day is changed too, where the network can.
    package var editsPosts: Bool
    /// A digest's first lines open a thread with the rest in it, where the network has threads.
    package var threadsDigests: Bool

    package init(
        prefix: String? = nil,
        idleMinutes: Int = 5,
        linesPerHour: Int = 60,
        alertsWait: Bool = false,
        usesNotice: Bool = false,
        usesColour: Bool = false,
        enabledVerbs: [String] = [],
        editsPosts: Bool = false,
        threadsDigests: Bool = false
    ) {
        self.prefix = prefix
        self.idleMinutes = idleMinutes
        self.linesPerHour = linesPerHour
        self.alertsWait = alertsWait
        self.usesNotice = usesNotice
        self.usesColour = usesColour
        self.enabledVerbs = enabledVerbs
        self.editsPosts = editsPosts
        self.threadsDigests = threadsDigests
    }

    /// Whether a verb may answer here.
    package func allows(_ verb: String) -> Bool { !enabledVerbs.contains("-" + verb) }
}
