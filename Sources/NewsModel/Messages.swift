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
    /// What ties an answer to it, on networks that do so.
    package var question: Question?
    /// A file that came with it.
    package var file: AttachedFile?
    /// What the post asks (`OutgoingMessage.asks`) that this is a sign on; nil for what was typed.
    package var answers: String?

    package struct Sender: Hashable, Sendable {
        /// What others see.
        package var displayName: String
        /// The verified identity; nil is a guest.
        package var account: String?
        /// Names the unbroken time in sight of the network, where the identity is believed no longer than that
        /// (a nick without services); nil where an account lasts.
        package var presence: String?
        /// Where they come from, as the network shows it, and which they change less easily than their name: a host on IRC, another
        /// homeserver on Matrix; nil where nothing is shown.
        package var origin: String?
        /// Operator or half-operator of the room it was said in, at that moment.
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
        networkKind: NetworkKind,
        sender: Sender,
        room: String?,
        text: String,
        inboundID: String? = nil,
        receivedAt: Date,
        question: Question? = nil,
        file: AttachedFile? = nil
    ) {
        self.network = network
        self.networkKind = networkKind
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
    /// Where it is, in the network's own form.
    package var address: String

    package init(name: String, address: String) {
        self.name = name
        self.address = address
    }
}

/// What became of getting a file.
package enum FileOutcome: Hashable, Sendable {
    case contents([UInt8])
    case tooLarge
    /// Not there, or not where a file of theirs may be.
    case refused
    /// Not now.
    case unavailable
}

/// A message that was asked something in, and where its answer belongs.
package struct Question: Hashable, Sendable, Codable {
    package var messageID: String
    /// The first message of the thread it stands in.
    package var thread: String?
    /// The message it answers itself.
    package var repliesTo: String?

    package init(messageID: String, thread: String? = nil, repliesTo: String? = nil) {
        self.messageID = messageID
        self.thread = thread
        self.repliesTo = repliesTo
    }
}

/// Something to be said, before a network has rendered it.
package struct OutgoingMessage: Hashable, Sendable, Codable {
    package enum Form: String, Hashable, Sendable, Codable {
        /// However the network looks best.
        case chat
        case text
        case markdown
        case html
        /// Preformatted lines that are an OPML document: a file where the network carries files.
        case opml
    }

    package var body: RichText
    package var form: Form
    /// A title for networks with subjects and for files.
    package var subject: String?
    /// NOTICE instead of PRIVMSG, where the network knows the difference.
    package var asNotice: Bool
    package var withColour: Bool
    /// What it answers, where it was asked.
    package var question: Question?
    /// The post it takes the place of, where posts can be changed.
    package var replaces: String?
    /// Its first lines open a thread with the rest in it, where there are threads.
    package var opensThread = false
    /// Names the question it ends with, where signs on it are answers.
    package var asks: String?
    /// What its stories show, for networks and readers that want it in the message itself; nil is none.
    package var pictures: [Picture]?
    /// What its stories say, for networks with room for it; nil is none.
    package var summaries: [Summary]?

    package struct Summary: Hashable, Sendable, Codable {
        /// Of the item it belongs to.
        package var marker: String
        package var text: String

        package init(marker: String, text: String) {
            self.marker = marker
            self.text = text
        }
    }

    package struct Picture: Hashable, Sendable, Codable {
        /// Where the publisher has it.
        package var url: String
        /// For who cannot see it.
        package var description: String
        /// The marker of the item it belongs to; nil belongs to the whole.
        package var marker: String?

        package init(url: String, description: String, marker: String? = nil) {
            self.url = url
            self.description = description
            self.marker = marker
        }

        /// Those of a list's first stories, by their numbers in it; nil for stories that are gone.
        package static func all(of articles: [Article?]) -> [Picture]? {
            let pictures = articles.enumerated().compactMap { index, article -> Picture? in
                guard let article, let url = article.imageURL else { return nil }
                let marker = articles.count == 1 ? nil : String(index + 1)
                return Picture(url: url, description: article.title, marker: marker)
            }
            return pictures.isEmpty ? nil : Array(pictures.prefix(most))
        }

        /// More would make a mail that is slow to open.
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
