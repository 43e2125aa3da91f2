// ChatNetworks: makes console, IRC, Matrix and e-mail look alike: messages in, messages out.
// It renders typed rich text in each network's own form and turns what people say into `IncomingMessage`.
// It knows nothing of feeds, commands or deliveries, and stores nothing but through `NetworkStateStore`.
// Used by `crier`, which hands the networks to the chat loop and the delivery worker.
// Escaping lives in the renderers here, once: whoever composes text never thinks of it.
