// Parallelism: how much runs at the same time.
// It starts threads of our own (`WorkThread`) and lets a number of callers in at a time (`Slots`).
// It knows nothing of what runs there, imports no module of ours, and reads no clock.
// Used by CurlClient and FeedParsing (threads), ChatNetworks and ChatCommands (slots).
// It is the lowest module that these four may import: the first two never import NewsModel.
