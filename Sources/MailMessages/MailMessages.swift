// MailMessages: mail as values: RFC 5322, MIME, delivery reports and authentication results, both ways.
// It parses and writes messages; it never opens a connection and knows nothing of news.
// Used by the mail network of `ChatNetworks`.
// The room is laid out, and furnished together with the mail network:
// no other module may grow a mail format of its own in the meantime.
