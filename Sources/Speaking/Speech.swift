package import Foundation
package import NewsModel

/// One message that is sent outside the ledger.
package struct Speech: Sendable {
    package var message: OutgoingMessage
    package var address: Address
    /// The time after which it is dropped.
    ///
    /// Nil means that it is not dropped while it waits for earlier messages or for the pace of the network; retries
    /// end after `SpeakerOptions.longest`.
    package var until: Date?
    /// Whether a part that may have arrived is sent again, even if the network would show it twice.
    package var mayRepeat: Bool
    /// The number of its first part, for the keys.
    package var firstPart: Int
    /// For whom it is sent.
    ///
    /// At one address the share that had a turn least recently comes first; the empty share goes by order.
    package var share: String
    /// The key of each part, by its number.
    package var key: @Sendable (_ part: Int) -> PartKey

    package init(
        _ message: OutgoingMessage,
        to address: Address,
        until: Date? = nil,
        mayRepeat: Bool = false,
        firstPart: Int = 0,
        share: String = "",
        key: @escaping @Sendable (_ part: Int) -> PartKey
    ) {
        self.message = message
        self.address = address
        self.until = until
        self.mayRepeat = mayRepeat
        self.firstPart = firstPart
        self.share = share
        self.key = key
    }
}

/// The result of sending one message.
package struct SpeechResult: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The network has confirmed every part.
        case sent
        /// Some parts are confirmed or may have arrived. The rest is not sent again.
        case perhapsSent
        /// No part has arrived.
        case notSent(Reason)
    }

    package enum Reason: Hashable, Sendable {
        /// The time limit has passed.
        case tooLate
        /// The limit of attempts is reached.
        case tooManyAttempts
        case refused(String)
        /// The network is connected, but the person is gone.
        case absent
        /// Its key was used for a different text.
        case keyIsUsed
        /// The network is not configured, or has no parts for the message.
        case noWords
    }

    package var outcome: Outcome
    /// How many parts the message has.
    package var partCount: Int
}

/// Limits of retries.
package struct SpeakerOptions: Hashable, Sendable {
    /// Attempts for one part.
    package var mostAttempts: Int
    /// Seconds that a message to a person who seems to be gone waits between attempts.
    ///
    /// On a busy server it takes some seconds until a person's account is verified.
    package var longestToAbsent: TimeInterval
    /// Seconds that a message waits between attempts, all together, if it has no time limit of its own.
    package var longest: TimeInterval
    /// Seconds to wait after the first failed attempt.
    ///
    /// It doubles with each attempt, up to `longestWait`.
    package var firstWait: TimeInterval
    package var longestWait: TimeInterval

    package init(
        mostAttempts: Int = 30,
        longestToAbsent: TimeInterval = 20,
        longest: TimeInterval = 60,
        firstWait: TimeInterval = 1,
        longestWait: TimeInterval = 5
    ) {
        self.mostAttempts = mostAttempts
        self.longestToAbsent = longestToAbsent
        self.longest = longest
        self.firstWait = firstWait
        self.longestWait = longestWait
    }
}
