internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// All that a handler may use for one command.
struct CommandContext: Sendable {
    let services: CommandServices
    let table: CommandTable
    let memory: RouterState
    let message: IncomingMessage
    let person: Person
    /// The room it was typed in; nil in private.
    let room: Room?
    /// The language and time zone of the reader: the room, or in private the person.
    let localizer: Localizer
    let time: Date
}

extension CommandContext: CommandTopic {
    var context: CommandContext { self }
}
