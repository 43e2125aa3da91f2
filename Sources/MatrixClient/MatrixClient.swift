// MatrixClient speaks the Matrix client-server API as one user: requests, login, and /sync turned into actions.
// Whatever strangers put into an event, it costs that event alone: JSON is read leniently and within bounds.
// It keeps no news, no delivery and no loop: a `MatrixSession` answers calls, `SyncState` is a pure state machine.
// Outcomes are values: slow down, logged out, refused, unavailable. Nothing here sleeps or retries.
// Used by ChatNetworks, which makes it one network among others.
