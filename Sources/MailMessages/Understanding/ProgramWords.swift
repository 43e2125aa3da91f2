/// Phrases that mail programs and servers add to mail, in many languages and in lower case.
package struct ProgramWords: Sendable {
    /// `wrote` and similar words in a line that ends in a colon, and beginnings of such a line if it is wrapped.
    let wrote: [String]
    let wroteStarts: [String]

    /// Titles of a quoted original mail, between dashes or with a colon.
    let originals: Set<String>

    /// Header names of a quoted mail, before the colon.
    let quotedFrom: Set<String>
    let quotedHeaders: Set<String>

    /// Beginnings of lines that phones, web services and list servers add.
    let deviceSignatures: [String]
    let listFooters: [String]

    /// Beginnings of subjects that alone identify an auto-reply.
    let automaticSubjects: [String]

    /// `Re`, `Fwd` and similar marks before the colon of a subject.
    package let replyMarks: Set<String>

    /// Phrases before the addresses of a failed delivery.
    let bounceLeads: [String]

    /// Phrases that say that the mail is only delayed.
    let bounceDelays: [String]

    /// Phrases that say that a failure passes: the mailbox is full, the server is busy.
    let passingFailures: [String]

    /// Phrases that say that an address does not exist.
    let unknownRecipients: [String]

    /// Phrases before a copy of the original mail.
    let returnedCopies: [String]

    /// - Parameter list: returns the phrases of a name. Spaces at their ends are significant.
    package init(_ list: (_ name: String) -> [String]) {
        wrote = list("wrote")
        wroteStarts = list("wroteStarts")
        originals = Set(list("originals"))
        quotedFrom = Set(list("quotedFrom"))
        quotedHeaders = Set(list("quotedHeaders"))
        deviceSignatures = list("deviceSignatures")
        listFooters = list("listFooters")
        automaticSubjects = list("automaticSubjects")
        replyMarks = Set(list("replyMarks"))
        bounceLeads = list("bounceLeads")
        bounceDelays = list("bounceDelays")
        passingFailures = list("passingFailures")
        unknownRecipients = list("unknownRecipients")
        returnedCopies = list("returnedCopies")
    }
}
