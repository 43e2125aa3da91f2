// Parallelism: limits how much runs at the same time.
// `WorkThread` starts a thread, `StopFlag` asks its work to stop, and `Slots` limits concurrent callers.
// It imports no other module of this repository, and it reads no clock.
// Used by CurlClient, MailTransport, FeedParsing and GameRooms (threads), ChatNetworks, ChatCommands and Speaking
// (slots). It is a module of its own because CurlClient, MailTransport and FeedParsing never import NewsModel.
