internal import COpenSSL

/// Why a TLS connection could not be established or was lost.
package enum TLSError: Error, Equatable, Sendable {
    case certificateExpired
    case certificateNotYetValid
    /// The server signed its own certificate and the settings do not trust it.
    case selfSigned
    case wrongHostName(expected: String)
    case unknownAuthority
    case certificateRevoked
    case certificateRefused(reason: String)
    case handshakeFailed(reason: String)
    case handshakeTimedOut
    case closedDuringHandshake
    case badFile(path: String, reason: String)
    case broken(reason: String)

    /// Whether another attempt with the same settings fails until a person repairs something.
    package var isPermanent: Bool {
        switch self {
        case .handshakeTimedOut, .closedDuringHandshake, .broken, .handshakeFailed: false
        default: true
        }
    }
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificateExpired: "the server's certificate has expired"
        case .certificateNotYetValid: "the server's certificate is not valid yet (is this machine's clock right?)"
        case .selfSigned: "the server's certificate is self-signed; name it in ca_file to trust it"
        case .wrongHostName(let expected): "the server's certificate is not for \(expected)"
        case .unknownAuthority: "the server's certificate comes from an unknown authority; name its CA in ca_file"
        case .certificateRevoked: "the server's certificate was revoked"
        case .certificateRefused(let reason): "the server's certificate was refused: \(reason)"
        case .handshakeFailed(let reason): "the TLS handshake failed: \(reason)"
        case .handshakeTimedOut: "the TLS handshake took too long"
        case .closedDuringHandshake: "the server closed the connection during the TLS handshake"
        case .badFile(let path, let reason): "cannot use \(path): \(reason)"
        case .broken(let reason): "the TLS connection broke: \(reason)"
        }
    }
}

extension TLSError {
    /// Converts an OpenSSL verification result (`X509_V_ERR_…`).
    static func verification(_ code: Int, hostName: String) -> TLSError {
        switch Int32(truncatingIfNeeded: code) {
        case X509_V_ERR_CERT_HAS_EXPIRED: .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: .certificateNotYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHostName(expected: hostName)
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
            X509_V_ERR_CERT_UNTRUSTED:
            .unknownAuthority
        case X509_V_ERR_CERT_REVOKED: .certificateRevoked
        default:
            .certificateRefused(reason: String(cString: X509_verify_cert_error_string(code)))
        }
    }

    /// Returns the oldest entry of this thread's OpenSSL error queue and empties the queue.
    static func takeReason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let reason = ERR_reason_error_string(code) else { return "no reason given" }
        return String(cString: reason)
    }
}
