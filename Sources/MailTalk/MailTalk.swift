// MailTalk: decides what to do with one received mail.
// `ReceivedMail` is the parsed mail, `SenderFacts` is what is known about its sender, `MailDecision` is the result.
// It is pure: no I/O, no clock, no state. Vocabulary and settings are passed in as `MailRules`.
// It neither runs commands nor sends mail. A decision lists the commands, notices and steps.
// Used by ChatNetworks, which carries out the decisions, and by crier, which writes the texts of notices.
