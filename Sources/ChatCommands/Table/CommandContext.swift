internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// All that a handler may use for one command.
struct CommandContext: Sendable {
    let services: CommandServices
    let table: CommandTable
    let memory: RouterState
    let message: IncomingMessage
    /// What the command changes is recorded here.
    let changes: ChangeRecording
    let person: Person
    /// The room it was typed in; nil in private.
    let room: Room?
    /// The language and time zone of the reader: the room, or in private the person.
    var localizer: Localizer
    let time: Date
}

extension CommandContext: CommandTopic {
    var context: CommandContext { self }
}
