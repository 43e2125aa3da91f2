package import Foundation

/// A list or game that is sent at fixed times, in its owner's time zone.
package struct Schedule: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case headlines
        case digest
        case quiz
        case word
        case sudoku
        case bee

        /// Whether it is played: it starts a round or says that a puzzle is open, and queues no news.
        package var isGame: Bool {
            switch self {
            case .quiz, .word, .sudoku, .bee: true
            case .headlines, .digest: false
            }
        }
    }

    package var id: ScheduleID
    package var recipientID: RecipientID
    /// Permanent number, counted from 1 for each owner.
    package var number: Int
    package var kind: Kind
    /// Minutes since local midnight, 0..<1440.
    package var minuteOfDay: Int
    package var days: Weekdays
    package var address: Address
    package var request: ScheduleRequest
    /// The name of the smart feed that it lists; nil when it lists none, or one that is gone.
    package var smartName: String?
    package var isOn: Bool
    package var createdAt: Date
    /// The newest local slot that was queued or skipped, as `2026-11-21T07:30`.
    package var lastSlot: String?
    /// When it was last moved to another time of day.
    package var movedAt: Date?

    package init(
        id: ScheduleID,
        recipientID: RecipientID,
        number: Int,
        kind: Kind,
        minuteOfDay: Int,
        days: Weekdays,
        address: Address,
        request: ScheduleRequest = ScheduleRequest(),
        smartName: String? = nil,
        isOn: Bool = true,
        createdAt: Date,
        lastSlot: String? = nil,
        movedAt: Date? = nil
    ) {
        self.id = id
        self.recipientID = recipientID
        self.number = number
        self.kind = kind
        self.minuteOfDay = minuteOfDay
        self.days = days
        self.address = address
        self.request = request
        self.smartName = smartName
        self.isOn = isOn
        self.createdAt = createdAt
        self.lastSlot = lastSlot
        self.movedAt = movedAt
    }

    /// Its slots up to this time are not due.
    package var validSince: Date { max(createdAt, movedAt ?? createdAt) }
}

/// What a schedule sends.
package struct ScheduleRequest: Hashable, Sendable, Codable {
    /// A digest's period (`today`, `week`); nil for headlines and games.
    package var period: String?
    package var category: String?
    /// Its slots are empty while the smart feed is off or gone.
    package var smart: SmartFeedID?
    /// Of stories, or of a quiz's questions.
    package var count: Int?
    package var withStatistics: Bool
    /// For headlines: how many sources of each category may appear; nil means the usual number.
    package var sourcesPerCategory: Int?
    /// The grade of a sudoku, as `hard`; nil leaves it to the player.
    package var grade: String?

    package init(
        period: String? = nil,
        category: String? = nil,
        smart: SmartFeedID? = nil,
        count: Int? = nil,
        withStatistics: Bool = false,
        sourcesPerCategory: Int? = nil,
        grade: String? = nil
    ) {
        self.grade = grade
        self.smart = smart
        self.sourcesPerCategory = sourcesPerCategory
        self.period = period
        self.category = category
        self.count = count
        self.withStatistics = withStatistics
    }
}

/// Days of the week as bits, Monday first.
package struct Weekdays: OptionSet, Hashable, Sendable, Codable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let monday = Weekdays(rawValue: 1)
    package static let tuesday = Weekdays(rawValue: 2)
    package static let wednesday = Weekdays(rawValue: 4)
    package static let thursday = Weekdays(rawValue: 8)
    package static let friday = Weekdays(rawValue: 16)
    package static let saturday = Weekdays(rawValue: 32)
    package static let sunday = Weekdays(rawValue: 64)
    package static let daily = Weekdays(rawValue: 127)
    package static let workdays = Weekdays(rawValue: 31)
}
