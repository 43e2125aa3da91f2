// Parallelism: how much runs at the same time.
// It starts threads of our own (`WorkThread`), asks their work to stop (`StopFlag`), and lets a number of callers in
// at a time (`Slots`).
// It knows nothing of what runs there, imports no module of ours, and reads no clock.
// Used by CurlClient, MailTransport and FeedParsing (threads), ChatNetworks and ChatCommands (slots).
// It is the lowest module that all of these may import: the first three never import NewsModel.
