// MailMessages: mail as values: RFC 5322, MIME, delivery reports and authentication results, both ways.
// `OutgoingMail` becomes bytes, bytes become `IncomingMail`, and `Understanding` says what a mail means:
// its unquoted text, whether a machine sent it, who did not get it, and who vouches for its sender.
// It opens no connection, reads no clock, turns no HTML into text and knows nothing of news.
// Used by the mail network of `ChatNetworks`.
