// MailTransport: sends mail through SMTP, LMTP or the local `sendmail`, and fetches mail from an IMAP mailbox.
// The entry points are `MailSubmitter` and `IMAPMailbox`. SMTP and IMAP use CurlClient's `LineConnection`.
// A submission is accepted, certainly not accepted, or unknown (`MailSubmissionOutcome`).
// A mail is only bytes here. This module does not compose or parse mail, and it does not retry.
// Used by ChatNetworks and, for credentials, by crier.
