import Foundation
import Localization
import NewsModel
import NewsWording
import Storage

/// The recipient at an address with the settings and hints for wording its messages.
struct LaneReader: Sendable {
    var recipient: RecipientID
    var settings: RecipientSettings
    /// Nil for a person.
    var room: Room?
    var traits: NetworkTraits
    var localizer: Localizer
    var hints: CommandHints

    init(
        recipient: RecipientID,
        settings: RecipientSettings,
        room: Room?,
        network: any ChatNetwork,
        catalogue: Catalogue,
        options: DeliveryOptions
    ) {
        self.recipient = recipient
        self.room = room
        traits = network.traits
        // In a room the room's settings apply, whoever the delivery belongs to.
        self.settings = room?.settings ?? settings
        localizer = catalogue.localizer(for: self.settings)
        if let room {
            let botName = options.botName(network.name)
            hints = .inRoom(room.etiquette, botName: botName, vocabulary: options.vocabulary)
        } else if network.traits.isMailbox {
            hints = .privately
        } else {
            let prefix = options.vocabulary.prefix
            hints = CommandHints { prefix + $1 }
        }
    }

    var quiet: QuietHoursRule? {
        settings.quietHours.map { QuietHoursRule($0, in: localizer.timeZone) }
    }
}
