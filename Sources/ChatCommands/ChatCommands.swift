// ChatCommands: turns a typed line into an action and a reply.
// `Table/` defines what a command is. `Commands/` declares each command with the operations of its topic.
// `Lines/` parses words and arguments. `Routing/` checks permissions and limits. `ChatLoop` drives all of it.
// It does not fetch feeds, store articles or speak a network protocol. Pushed news does not pass through it.
// Used by `crier` only, which passes in `CommandServices` and options and gives the networks its `CommandVocabulary`.
