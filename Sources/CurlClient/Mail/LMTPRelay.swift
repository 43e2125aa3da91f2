/// Mail over LMTP: never available.
struct LMTPRelay {
    init(url: MailServerURL, heloName: String, limits: MailLimits) {}
    func submit(_ envelope: MailTransferPlan.Envelope) async -> MailSubmissionOutcome {
        .unavailable(reason: "not supported")
    }
    func shutdown() {}
}

/// Mail through a program: never available.
struct SendmailProgram {
    init(path: String, limits: MailLimits) {}
    func submit(_ envelope: MailTransferPlan.Envelope) async -> MailSubmissionOutcome {
        .unavailable(reason: "not supported")
    }
    func shutdown() {}
}
