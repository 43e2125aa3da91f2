// MatrixClient speaks the Matrix client-server API as one user: requests, login, and /sync answers as actions.
// A malformed event affects only itself: JSON is read leniently and within limits.
// `MatrixSession` makes calls; `SyncState` is a pure state machine. There is no loop here.
// The outcome of a call is a value: success, limited, logged out, refused, unavailable. Nothing here sleeps or retries.
// Used by ChatNetworks, which adapts it to its network protocol, and crier (login).
