/// A table of what owners have chosen.
///
/// A test finds a table with an owner that is neither here nor among those that are knowingly left out.
package enum WatchedTable: String, Hashable, Sendable, Codable, CaseIterable {
    case recipient
    case room
    case gamePlayer
    case categorySetting
    case smartFeed
    case subscription
    case alert
    case schedule
    case mute
    case filter = "newsFilter"
    case view = "listView"
    case viewSource = "listViewSource"
    case saved = "savedArticle"
    case readMark
}

extension WatchedTable {
    /// The column of the owner: a person or room.
    var owner: String {
        switch self {
        case .recipient, .room: "id"
        case .gamePlayer, .saved, .readMark: "profileID"
        default: "recipientID"
        }
    }

    /// The columns that tell an owner's rows apart.
    var key: [String] {
        switch self {
        case .recipient, .room, .gamePlayer, .view: []
        case .categorySetting: ["key"]
        case .viewSource: ["feedID"]
        case .saved: ["articleID"]
        case .readMark: ["storyID"]
        case .smartFeed, .subscription, .alert, .schedule, .mute, .filter: ["id"]
        }
    }

    /// Whether commands only change its rows: they come and go with their owner.
    var isFixed: Bool { self == .recipient || self == .room }

    /// The columns that owners choose; those of one facet are put back together.
    var facets: [[String]] {
        switch self {
        case .recipient:
            [
                ["language"], ["timeZone"], ["quietStart", "quietEnd", "quietExceptUrgent"], ["hearsOfFeeds"],
                ["showsImages"], ["showsIcons"], ["format"], ["allowsRepeats"], ["hearsUpdates"], ["layout"],
                ["checkInterval"],
            ]
        case .room:
            [
                ["prefix"], ["idleMinutes"], ["linesPerHour"], ["alertsWait"], ["usesNotice"], ["usesColour"],
                ["enabledVerbs"], ["editsPosts"], ["threadsDigests"], ["playsTogether"], ["wordLanguage"],
                ["threadsFeeds"],
            ]
        case .gamePlayer: [["wordLanguage"], ["playsHard"], ["isGlobal"]]
        case .categorySetting: [["name"], ["position"], ["colour"], ["isHidden"]]
        case .smartFeed: [["key", "name"], ["definition"], ["query", "depth"], ["isOn"]]
        case .subscription:
            [
                ["addressID"], ["category"], ["pause", "pausedUntil"], ["unreadSince"], ["checkInterval"], ["name"],
                ["clearedAt", "clearedBefore"], ["allowsRepeats"], ["template"], ["editsPosts"],
            ]
        case .alert:
            [
                ["query"], ["isOn", "isPaused", "pausedUntil"], ["isUrgent"], ["cooldown"], ["addressID"],
                ["breakingSources", "breakingSeconds"],
            ]
        case .schedule: [["minuteOfDay", "days"], ["addressID"], ["request"], ["isOn"]]
        case .mute: [["endsAt"]]
        case .filter: [["isOn"], ["category"]]
        case .view: [["sorting"], ["isReversed"], ["onlyPictures"], ["hidesRead"], ["period"]]
        case .viewSource: []
        case .saved: [["note"], ["tags"]]
        case .readMark: [["isRead", "markedAt"]]
        }
    }

    /// Facets that change while a person reads: they do not keep a new row from being taken back.
    var marks: Set<String> { self == .subscription ? ["unreadSince", "clearedAt", "clearedBefore"] : [] }

    /// The columns by which people know a row.
    var labels: [String] {
        switch self {
        case .alert: ["number", "smartFeedID"]
        case .schedule, .filter: ["number"]
        case .mute, .smartFeed, .categorySetting: ["name"]
        case .subscription: ["name", "feedID"]
        default: []
        }
    }

    /// Columns that refer to rows which may be gone when a row is put back; they are empty then.
    var looseReferences: [(column: String, table: String)] {
        switch self {
        case .subscription: [("createdBy", "profile"), ("moveID", "feedMove")]
        case .alert, .schedule, .mute, .filter: [("createdBy", "profile")]
        default: []
        }
    }

    /// SQL: the value of a column as far as the owner has chosen it.
    func value(_ column: String, of row: String) -> String {
        // An address that fails pauses by itself.
        self == .subscription && column == "pause" ? "nullif(\(row).pause, 'addressFailed')" : "\(row).\(column)"
    }

    /// SQL: a row as a JSON object.
    func image(of row: String, _ columns: [String]) -> String {
        let pairs = columns.map { "'\($0)', \(value($0, of: row))" }
        return "json_object(\(pairs.joined(separator: ", ")))"
    }

    /// SQL: a row's key as a JSON list.
    func keyList(of row: String) -> String {
        "json_array(\(key.map { "\(row).\($0)" }.joined(separator: ", ")))"
    }
}
