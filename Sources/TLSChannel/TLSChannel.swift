// TLSChannel encrypts one NIO channel with the system's OpenSSL.
// OpenSSL verifies the certificate chain and the host name; `TLSError` describes each failure in plain words.
// The module also exports the digests that SASL mechanisms need: SHA-256, HMAC and PBKDF2.
// It opens no sockets, caches no TLS sessions, and does not interpret the data it carries.
// Used by IRCClient.

/// The settings of a TLS client connection.
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
