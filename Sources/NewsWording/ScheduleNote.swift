package import Foundation
import Localization
import NewsModel

/// Why a scheduled message comes at another time than its own.
package enum ScheduleNote: Hashable, Sendable {
    /// Made after its time, which this is.
    case late(Date)
    /// It stands for this earlier one too.
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
