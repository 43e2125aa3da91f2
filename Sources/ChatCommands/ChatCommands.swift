// ChatCommands: what a person typed becomes permission, action and reply.
// It reads lines into words and typed arguments, knows who may do what where, and calls the rooms below for the doing.
// It does not fetch, store, word articles or speak any network's language itself; pushed news never passes through here.
// Used by the executable alone, which hands it the rooms it needs (`CommandServices`) and its options.
// `ChatLoop` drives it: every network's messages in, `CommandRouter` answers, replies out.
