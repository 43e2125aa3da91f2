package import Foundation
import Localization
import NewsModel

/// Why a scheduled message is not sent at its own time.
package enum ScheduleNote: Hashable, Sendable {
    /// It is late; this was its scheduled time.
    case late(Date)
    /// It also replaces the message of this earlier time.
    case folded(Date)

    func block(_ localizer: Localizer) -> RichText.Block {
        switch self {
        case .late(let time):
            .paragraph(localizer.spans("delivery.late", ["time": .text(localizer.dateTime(time))]))
        case .folded(let time):
            .paragraph(localizer.spans("delivery.folded", ["time": .text(localizer.dateTime(time))]))
        }
    }
}
