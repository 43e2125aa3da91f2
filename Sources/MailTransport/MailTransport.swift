// MailTransport carries mail: out to an SMTP or LMTP server or the machine's `sendmail`, in from an IMAP mailbox.
// An outcome says whether the server surely has a mail, surely has not, or may have it (`MailSubmissionOutcome`).
// It does not compose, read or understand mail, and it does not retry: mails are bytes.
// `MailSubmitter` and `IMAPMailbox` are the ways in; SMTP and IMAP run over CurlClient's `LineConnection`.
// Used by ChatNetworks.
