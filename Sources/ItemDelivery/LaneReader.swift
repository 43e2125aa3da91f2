import Foundation
import Localization
import NewsModel
import NewsWording
import Storage

/// Who reads what goes to an address, and how they want it.
struct LaneReader: Sendable {
    var recipient: RecipientID
    var settings: RecipientSettings
    /// Nil for a person.
    var room: Room?
    var networkKind: NetworkKind
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
        networkKind = network.kind
        // What is read in a room is said in the room's own way, whoever asked for it.
        self.settings = room?.settings ?? settings
        localizer = catalogue.localizer(for: self.settings)
        if let room {
            hints = .inRoom(
                prefix: room.etiquette.prefix ?? options.commandPrefix,
                botName: options.botName(network.name),
                enabledVerbs: room.etiquette.enabledVerbs
            )
        } else if network.kind == .mail {
            hints = .privately
        } else {
            let prefix = options.commandPrefix
            hints = CommandHints { prefix + $0 }
        }
    }

    var quiet: QuietHoursRule? {
        settings.quietHours.map { QuietHoursRule($0, in: localizer.timeZone) }
    }
}
