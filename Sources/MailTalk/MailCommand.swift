/// One command of a mail.
package struct MailCommand: Hashable, Sendable, Codable {
    /// Its index among the commands of the mail, from 0.
    package var position: Int
    package var text: String
    /// The index of the attachment that belongs to it.
    package var attachment: Int?

    package init(position: Int, text: String, attachment: Int? = nil) {
        self.position = position
        self.text = text
        self.attachment = attachment
    }

    /// A position that no command has.
    ///
    /// A code for it confirms only the mailbox.
    package static let noCommand = 1_000

    /// A position that stands for the whole mail.
    ///
    /// Until the code arrives, none of its commands is run and none is answered.
    package static let wholeMail = 1_001
}
