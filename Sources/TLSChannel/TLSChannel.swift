// TLSChannel encrypts one NIO channel with the system's OpenSSL.
// It verifies chain and host name through OpenSSL, names what is wrong in plain words, and exports
// the few digests a SASL mechanism needs (SHA-256, HMAC, PBKDF2).
// It opens no sockets, keeps no session cache, and does not know what is said inside the connection.
// Used by IRCClient.

/// What a TLS client needs to know before it connects.
package struct TLSClientOptions: Sendable, Equatable {
    /// The name or address literal that the server's certificate must carry.
    package var hostName: String
    /// A PEM file of trusted authorities; nil means the system's store.
    package var caFile: String?
    /// A PEM file: our certificate, then its intermediates.
    package var certificateFile: String?
    /// A PEM file with our private key; nil means the key is in the certificate file.
    package var keyFile: String?

    package init(hostName: String, caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
        self.hostName = hostName
        self.caFile = caFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
