package import Foundation

/// Settings that profiles and rooms share.
package struct RecipientSettings: Hashable, Sendable, Codable {
    /// BCP 47, one of the languages in `locales/`; nil means the operator's default.
    package var language: String?
    /// IANA name; nil means the operator's default.
    package var timeZone: String?
    package var quietHours: QuietHours?
    /// Whether to notify when a feed fails, recovers, moves or ends.
    package var hearsOfFeeds: Bool
    /// Whether mails contain the pictures of their stories.
    package var showsImages: Bool
    /// Whether the icons of feeds stand before their names, on networks that can show them.
    package var showsIcons: Bool
    /// The plain format has no symbols, tables and colours.
    package var format: TextFormat
    /// Whether reports are sent although others have told the same news.
    package var allowsRepeats: Bool
    /// Whether a story that was sent is followed up when many more report it, or when a number of it rises.
    package var hearsUpdates: Bool
    /// How much each story of a list shows.
    package var layout: ListLayout
    /// How often feeds are fetched whose subscriptions do not say it, in seconds; nil leaves it to each feed.
    package var checkInterval: Int?

    package init(
        language: String? = nil,
        timeZone: String? = nil,
        quietHours: QuietHours? = nil,
        hearsOfFeeds: Bool = true,
        showsImages: Bool = false,
        showsIcons: Bool = true,
        format: TextFormat = .rich,
        allowsRepeats: Bool = false,
        hearsUpdates: Bool = false,
        layout: ListLayout = .list,
        checkInterval: Int? = nil
    ) {
        self.language = language
        self.timeZone = timeZone
        self.quietHours = quietHours
        self.hearsOfFeeds = hearsOfFeeds
        self.showsImages = showsImages
        self.showsIcons = showsIcons
        self.format = format
        self.allowsRepeats = allowsRepeats
        self.hearsUpdates = hearsUpdates
        self.layout = layout
        self.checkInterval = checkInterval
    }
}

/// How much each story of a list, a push or a digest shows.
package enum ListLayout: String, Hashable, Sendable, Codable, CaseIterable {
    /// Title, feed and age.
    case compact
    /// Also the subject, the place and the number of other sources.
    case list
    /// Also the beginning of the summary, on a second line.
    case detailed
}

/// A daily time span in which pushes are held back.
///
/// It may include midnight.
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

    /// Whether a local minute lies in them.
    package func includes(minuteOfDay: Int) -> Bool {
        start <= end
            ? (start..<end).contains(minuteOfDay) : minuteOfDay >= start || minuteOfDay < end
    }
}

/// One person; may have accounts on several networks.
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

/// One channel or room that the bot is in.
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
    /// Minutes of silence before a non-urgent message is pushed; 0 pushes at once.
    package var idleMinutes: Int
    package var linesPerHour: Int
    /// Whether alerts also wait for silence.
    package var alertsWait: Bool
    package var usesNotice: Bool
    package var usesColour: Bool
    /// Generic command words that work in this room without addressing the bot.
    ///
    /// `-quiz` disables the word `quiz` in this room.
    package var enabledVerbs: [String]
    /// Edit a post if its headline changes within a day, on networks that support it.
    package var editsPosts: Bool
    /// Put a digest except its first lines into a thread, on networks with threads.
    package var threadsDigests: Bool
    /// Whether words and bees are played by the whole room rather than by each in private.
    package var playsTogether: Bool
    /// The language of the words that it plays together, as `en`; nil is the one it is spoken to in.
    package var wordLanguage: String?
    /// Put what is sent of a feed into a thread below its first post of the day, on networks with threads.
    package var threadsFeeds: Bool

    package init(
        prefix: String? = nil,
        idleMinutes: Int = 5,
        linesPerHour: Int = 60,
        alertsWait: Bool = false,
        usesNotice: Bool = false,
        usesColour: Bool = false,
        enabledVerbs: [String] = [],
        editsPosts: Bool = false,
        threadsDigests: Bool = false,
        playsTogether: Bool = false,
        wordLanguage: String? = nil,
        threadsFeeds: Bool = false
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
        self.playsTogether = playsTogether
        self.wordLanguage = wordLanguage
        self.threadsFeeds = threadsFeeds
    }

    /// Whether the room's operators have not disabled a command word.
    package func allows(_ verb: String) -> Bool { !enabledVerbs.contains("-" + verb) }
}
