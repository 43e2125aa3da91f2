package import Foundation

/// A message from a person that the bot received.
package struct IncomingMessage: Hashable, Sendable {
    package var network: String
    package var traits: NetworkTraits
    package var sender: Sender
    /// The room's name; nil in private.
    package var room: String?
    package var text: String
    /// Unique on its network, if the network provides one; a message with a known id is handled only once.
    package var inboundID: String?
    /// The `inboundID` of the message of several commands of which this is one.
    package var partOf: String?
    package var receivedAt: Date
    /// What an answer must refer to, on networks that link answers.
    package var question: Question?
    /// A file that came with it.
    package var file: AttachedFile?
    /// For a reaction: the question (`OutgoingMessage.asks`) of the post it reacts to.
    ///
    /// Nil for a typed message.
    package var answers: String?
    /// When it was sent, by the clock of the sender's server; nil where the network does not say.
    package var sentAt: Date?
    /// For a corrected message: the id of the message whose text this one replaces.
    package var corrects: String?

    package struct Sender: Hashable, Sendable {
        /// The name that others see.
        package var displayName: String
        /// The verified account; nil means a guest.
        package var account: String?
        /// Names the uninterrupted time the sender has been visible, if the account is verified only for that time
        /// (a nick without services); nil for a permanent account.
        package var presence: String?
        /// Where they connect from, which is harder to change than a name: a host on IRC, another homeserver on Matrix;
        /// nil if the network shows nothing.
        package var origin: String?
        /// Whether they were operator or half-operator of the room when they sent it.
        package var isRoomOperator: Bool
        package var isBot: Bool

        package init(
            displayName: String,
            account: String?,
            presence: String? = nil,
            origin: String? = nil,
            isRoomOperator: Bool = false,
            isBot: Bool = false
        ) {
            self.displayName = displayName
            self.account = account
            self.presence = presence
            self.origin = origin
            self.isRoomOperator = isRoomOperator
            self.isBot = isBot
        }
    }

    package init(
        network: String,
        traits: NetworkTraits,
        sender: Sender,
        room: String?,
        text: String,
        inboundID: String? = nil,
        receivedAt: Date,
        question: Question? = nil,
        file: AttachedFile? = nil
    ) {
        self.network = network
        self.traits = traits
        self.sender = sender
        self.room = room
        self.text = text
        self.inboundID = inboundID
        self.receivedAt = receivedAt
        self.question = question
        self.file = file
    }

    package var isPrivate: Bool { room == nil }
}

/// A file that somebody sent.
package struct AttachedFile: Hashable, Sendable {
    package var name: String
    /// Where to find it, in the network's own form.
    package var address: String

    package init(name: String, address: String) {
        self.name = name
        self.address = address
    }
}

/// The result of fetching a file.
package enum FileOutcome: Hashable, Sendable {
    case contents([UInt8])
    case tooLarge
    /// It does not exist, or its address is not allowed.
    case refused
    /// Temporarily impossible.
    case unavailable
}

/// The message that an answer refers to.
package struct Question: Hashable, Sendable, Codable {
    package var messageID: String
    /// The first message of its thread.
    package var thread: String?
    /// The message that it replies to.
    package var repliesTo: String?

    package init(messageID: String, thread: String? = nil, repliesTo: String? = nil) {
        self.messageID = messageID
        self.thread = thread
        self.repliesTo = repliesTo
    }
}

/// A message to send, before a network has rendered it.
package struct OutgoingMessage: Hashable, Sendable, Codable {
    package enum Form: String, Hashable, Sendable, Codable {
        /// The best form that the network can show.
        case chat
        case text
        case markdown
        case html
        /// Preformatted lines of an OPML document; sent as a file if the network can.
        case opml
    }

    package var body: RichText
    package var form: Form
    /// A title, for networks with subjects and for files.
    package var subject: String?
    /// Send as NOTICE instead of PRIVMSG, if the network has both.
    package var asNotice: Bool
    package var withColour: Bool
    /// The message it answers, if any.
    package var question: Question?
    /// The post that it replaces, on networks where posts can be edited.
    package var replaces: String?
    /// Its first lines open a thread that contains the rest, on networks with threads.
    package var opensThread = false
    /// An id for the question it ends with, if reactions to it count as answers.
    package var asks: String?
    /// Pictures of its stories, for networks and readers that want them in the message; nil means none.
    package var pictures: [Picture]?
    /// Summaries of its stories, for networks with enough space; nil means none.
    package var summaries: [Summary]?
    /// Whether the reader uses the plain format (`TextFormat.plain`).
    ///
    /// Nil means no; older stored messages have nil.
    package var isPlain: Bool?

    package struct Summary: Hashable, Sendable, Codable {
        /// The marker of its item.
        package var marker: String
        package var text: String

        package init(marker: String, text: String) {
            self.marker = marker
            self.text = text
        }
    }

    package struct Picture: Hashable, Sendable, Codable {
        /// The publisher's address of the picture.
        package var url: String
        /// The alternative text.
        package var description: String
        /// The marker of its item; nil if it belongs to the whole message.
        package var marker: String?

        package init(url: String, description: String, marker: String? = nil) {
            self.url = url
            self.description = description
            self.marker = marker
        }

        /// The pictures of a list's first stories, marked with their numbers in the list; nil articles have been
        /// deleted.
        package static func all(of articles: [Article?]) -> [Picture]? {
            let pictures = articles.enumerated().compactMap { index, article -> Picture? in
                guard let article, let url = article.imageURL else { return nil }
                let marker = articles.count == 1 ? nil : String(index + 1)
                return Picture(url: url, description: article.title, marker: marker)
            }
            return pictures.isEmpty ? nil : Array(pictures.prefix(most))
        }

        /// A mail with more pictures opens slowly.
        package static let most = 12
    }

    package init(
        body: RichText,
        form: Form = .chat,
        subject: String? = nil,
        asNotice: Bool = false,
        withColour: Bool = false,
        question: Question? = nil
    ) {
        self.body = body
        self.form = form
        self.subject = subject
        self.asNotice = asNotice
        self.withColour = withColour
        self.question = question
    }
}

/// One frozen part of a message, exactly as it is sent.
package struct MessagePart: Hashable, Sendable, Codable {
    /// In the network's own form: an IRC line's text, a Matrix event's content, a whole mail.
    package var payload: String
    package var asNotice: Bool

    package init(payload: String, asNotice: Bool = false) {
        self.payload = payload
        self.asNotice = asNotice
    }
}
