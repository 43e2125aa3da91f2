package import Foundation

/// Something a person said where the bot can hear it.
package struct IncomingMessage: Hashable, Sendable {
    package var network: String
    package var networkKind: NetworkKind
    package var sender: Sender
    /// The room's name; nil in private.
    package var room: String?
    package var text: String
    /// Unique on its network when the network gives one; a repeat of it is not handled twice.
    package var inboundID: String?
    package var receivedAt: Date

    package struct Sender: Hashable, Sendable {
        /// What others see.
        package var displayName: String
        /// The verified identity; nil is a guest.
        package var account: String?
        /// Operator or half-operator of the room it was said in, at that moment.
        package var isRoomOperator: Bool
        package var isBot: Bool

        package init(displayName: String, account: String?, isRoomOperator: Bool = false, isBot: Bool = false) {
            self.displayName = displayName
            self.account = account
            self.isRoomOperator = isRoomOperator
            self.isBot = isBot
        }
    }

    package init(
        network: String,
        networkKind: NetworkKind,
        sender: Sender,
        room: String?,
        text: String,
        inboundID: String? = nil,
        receivedAt: Date
    ) {
        self.network = network
        self.networkKind = networkKind
        self.sender = sender
        self.room = room
        self.text = text
        self.inboundID = inboundID
        self.receivedAt = receivedAt
    }

    package var isPrivate: Bool { room == nil }
}

/// Something to be said, before a network has rendered it.
package struct OutgoingMessage: Hashable, Sendable, Codable {
    package enum Form: String, Hashable, Sendable, Codable {
        /// However the network looks best.
        case chat
        case text
        case markdown
        case html
    }

    package var body: RichText
    package var form: Form
    /// A title for networks with subjects and for files.
    package var subject: String?
    /// NOTICE instead of PRIVMSG, where the network knows the difference.
    package var asNotice: Bool
    package var withColour: Bool

    package init(
        body: RichText,
        form: Form = .chat,
        subject: String? = nil,
        asNotice: Bool = false,
        withColour: Bool = false
    ) {
        self.body = body
        self.form = form
        self.subject = subject
        self.asNotice = asNotice
        self.withColour = withColour
    }
}

/// One frozen piece of a message, exactly as it will go over the wire.
package struct MessagePart: Hashable, Sendable, Codable {
    /// In the network's own form: an IRC line's text, a Matrix event's content, a whole mail.
    package var payload: String
    package var asNotice: Bool

    package init(payload: String, asNotice: Bool = false) {
        self.payload = payload
        self.asNotice = asNotice
    }
}
