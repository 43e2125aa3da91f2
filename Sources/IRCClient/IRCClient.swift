// IRCClient keeps one connection to an IRC network: messages, capabilities, SASL, joins, paced and confirmed sending.
// It reconnects by itself. It knows who is in its channels and which services accounts they are logged in to.
// It never sends more than 512 bytes on a line unless the server allows more, no stray line breaks, and never faster
// than its options allow.
// It knows nothing of news, profiles or commands.
// Used by ChatNetworks, which adapts it to its network protocol, and crier (options).
