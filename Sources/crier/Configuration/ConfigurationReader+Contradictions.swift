import ChatCommands
import NewsModel

extension ConfigurationReader {
    /// In bytes: about the size of a database with the news of a few feeds.
    private static let smallestUsefulSize = 5_000_000

    /// Warns of limits that another limit makes ineffective, and of limits that are too small to be useful.
    mutating func checkLimits(_ configuration: Configuration) {
        let (room, limits) = (configuration.room, configuration.limits)
        let most = configuration.retention.atMostPerFeed
        warn("limitOverruled", "storage", ("first_entries", room.firstEntries), isMoreThan: ("max_per_feed", most))
        warn("limitOverruled", "storage", ("new_per_day", room.newPerDay), isMoreThan: ("max_per_feed", most))
        warn(
            "sitesTakeOthersPlaces",
            "limits",
            ("sites_at_once", limits.fetchesAtOnce),
            isMoreThan: ("people_at_once", limits.atOnce / 2)
        )
        warn(
            "limitOverruled",
            "limits",
            ("waiting_per_person", limits.waitingPerPerson),
            isMoreThan: ("waiting", limits.waiting)
        )
        if let mail = configuration.mail {
            warn(
                "guestsBeforeOthers",
                "mail",
                ("answers_per_guest", mail.answersPerGuest),
                isMoreThan: ("answers_per_hour", mail.answersPerHour)
            )
        }
        if room.maxSize > 0, room.maxSize < Self.smallestUsefulSize {
            report("config.smallMaxSize", line: lines.line(section: "storage", key: "max_size"), isWarning: true)
        }
        if room.keepUnfollowed == 0 {
            let line = lines.line(section: "storage", key: "keep_unfollowed")
            report("config.keepsNothingUnfollowed", line: line, isWarning: true)
        }
    }

    private mutating func warn(
        _ key: String,
        _ section: String,
        _ option: (name: String, value: Int),
        isMoreThan other: (name: String, value: Int)
    ) {
        guard option.value > other.value else { return }
        let facts: [String: MessageArgument] = [
            "name": .text(option.name), "value": .text("\(option.value)"), "other": .text(other.name),
            "limit": .text("\(other.value)"),
        ]
        // If only the other option is in the file, that one is too small.
        let line = lines.line(section: section, key: option.name) ?? lines.line(section: section, key: other.name)
        report("config.\(key)", facts, line: line, isWarning: true)
    }
}
