// IRCClient
