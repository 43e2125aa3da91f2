/// One of a network's servers.
package struct IRCServer: Sendable, Hashable {
    package var host: String
    package var port: Int
    package var useTLS: Bool

    package init(host: String, port: Int, useTLS: Bool) {
        self.host = host
        self.port = port
        self.useTLS = useTLS
    }
}
