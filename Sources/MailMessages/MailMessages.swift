// MailMessages: reads and writes mail: RFC 5322, MIME, delivery reports and authentication results.
// `OutgoingMail` is written as bytes, and bytes are read as `IncomingMail`. The folder `Understanding` finds out
// its unquoted text, whether a program sent it, which recipients failed, and whether its sender is verified.
// It opens no connection, reads no clock, converts no HTML to text and does not know news.
// Used by MailTalk, ChatNetworks and crier.
