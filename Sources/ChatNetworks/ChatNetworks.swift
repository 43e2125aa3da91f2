// ChatNetworks implements the chat networks: console, IRC, Matrix and e-mail.
// Each network renders typed rich text in its own form and reports what people write as `IncomingMessage`.
// The renderers escape all text, so code that composes a message never has to.
// The module knows nothing of feeds, commands or deliveries. It stores data only through `NetworkStateStore` and
// `MailKeeping`.
// Used by `crier`, which passes the networks to the chat loop and the delivery worker.
