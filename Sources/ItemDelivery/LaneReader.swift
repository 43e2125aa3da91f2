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
        localizer = catalogue.localizer(for: self.settings, on: traits)
        if let room {
            let botName = options.botName(network.name)
            hints = .inRoom(room.etiquette, botName: botName, vocabulary: options.vocabulary)
        } else {
            hints = .privately
        }
    }

    /// Whether the icons of feeds stand before their names.
    var showsIcons: Bool { traits.showsIcons && settings.showsIcons }

    var quiet: QuietHoursRule? {
        settings.quietHours.map { QuietHoursRule($0, in: localizer.timeZone) }
    }
}
