// IRCClient speaks IRC on one connection: messages, capabilities, SASL, joins, paced and confirmed sending.
// It keeps itself connected, knows who is in its channels and which services account they are logged in to,
// and never sends more than 512 bytes, a stray line break, or faster than its options allow.
// It knows nothing of news, profiles or commands.
// Used by ChatNetworks.
