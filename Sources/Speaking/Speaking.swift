// Speaking: sends messages outside the ledger: answers to commands, quiz messages, hints.
// It retries within limits and keeps the order at each address. It never sends a different text under a used key.
// It stores nothing. A message that cannot be sent in time is dropped and logged. Pushes are sent by ItemDelivery.
// Used by ChatCommands (answers), GameRooms (questions, scores), ItemDelivery (the hint to an account's owner),
// ChatNetworks (the welcome in a room) and crier.
// `SpeechRetries` and `SentParts` are pure; `Speaker` drives them.
