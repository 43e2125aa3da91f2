/// What `IRCNetworkClient.run` throws: only what no waiting can cure.
package enum IRCClientError: Error, Equatable, Sendable {
    case runningAlready
}
