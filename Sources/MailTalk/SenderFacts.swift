package import NewsModel

/// What is known about the people that a mail concerns.
///
/// It is collected before the decision.
package struct SenderFacts: Hashable, Sendable {
    /// The owner of a token that the mail was sent to.
    package struct Named: Hashable, Sendable {
        package var correspondent: MailCorrespondent
        /// False for the token that can only end mail.
        package var isReplyToken: Bool

        package init(_ correspondent: MailCorrespondent, isReplyToken: Bool = true) {
            self.correspondent = correspondent
            self.isReplyToken = isReplyToken
        }
    }

    /// The result of checking the code in the mail.
    package enum CodeResult: Hashable, Sendable {
        case right, wrong
    }

    /// The owners of `ReceivedMail.tokens`, in their order.
    package var named: [Named]

    /// The owners of `ReceivedMail.proofs`, in their order.
    package var reported: [MailCorrespondent]

    /// The sender, if trusted.
    ///
    /// Other senders are not looked up, because a lookup creates a record.
    package var sender: MailCorrespondent?

    /// The code that waits for the commands of the mail that this one answers (`ReceivedMail.answeredMail`).
    package var waitingCode: String?

    /// Whether the chat is waiting for a `yes` of the sender to a question of its own.
    package var isAskedByChat: Bool

    /// Nil until a code was checked.
    package var code: CodeResult?

    package init(
        named: [Named] = [],
        reported: [MailCorrespondent] = [],
        sender: MailCorrespondent? = nil,
        waitingCode: String? = nil,
        isAskedByChat: Bool = false,
        code: CodeResult? = nil
    ) {
        self.named = named
        self.reported = reported
        self.sender = sender
        self.waitingCode = waitingCode
        self.isAskedByChat = isAskedByChat
        self.code = code
    }
}
