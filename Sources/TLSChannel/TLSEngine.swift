internal import COpenSSL
internal import Glibc
internal import NIOCore

/// One TLS connection between two memory buffers.
///
/// It uses no sockets and never blocks.
///
/// `receive` accepts ciphertext and `encrypt` accepts plaintext. After every call, `takeCiphertext` returns the
/// bytes to send. Not thread-safe: it must have a single owner.
final class TLSEngine {
    enum HandshakeState { case underway, done }

    private let ssl: OpaquePointer
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let context: TLSContext
    private let hostName: String
    private(set) var isHandshakeDone = false
    /// Whether the peer has announced that it will send nothing more.
    private(set) var isClosedByPeer = false

    init(context: TLSContext, clientFor hostName: String) throws(TLSError) {
        (ssl, incoming, outgoing) = try Self.make(context)
        self.context = context
        self.hostName = hostName
        SSL_set_connect_state(ssl)
        try expect(hostName)
    }

    init(server context: TLSContext) throws(TLSError) {
        (ssl, incoming, outgoing) = try Self.make(context)
        self.context = context
        hostName = ""
        SSL_set_accept_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// Accepts bytes from the network.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = BIO_write(incoming, rest.baseAddress, Int32(clamping: rest.count))
            guard count > 0 else { throw .broken(reason: "out of memory") }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
        }
    }

    /// Continues the handshake as far as the received bytes allow.
    func handshake() throws(TLSError) -> HandshakeState {
        guard !isHandshakeDone else { return .done }
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            isHandshakeDone = true
            return .done
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .underway
        default:
            let verification = SSL_get_verify_result(ssl)
            let reason = TLSError.takeReason()
            guard verification == Int(X509_V_OK) else { throw .verification(verification, hostName: hostName) }
            throw .handshakeFailed(reason: reason)
        }
    }

    /// Decrypts up to 16 kB.
    ///
    /// Returns nil when more ciphertext is needed or the peer has closed the connection.
    func decrypt(into buffer: inout ByteBuffer) throws(TLSError) -> Int? {
        guard isHandshakeDone, !isClosedByPeer else { return nil }
        ERR_clear_error()
        var result: Int32 = 0
        let written = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 16_384) { space in
            result = SSL_read(ssl, space.baseAddress, Int32(clamping: space.count))
            return max(0, Int(result))
        }
        guard result <= 0 else { return written }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return nil
        case SSL_ERROR_ZERO_RETURN:
            isClosedByPeer = true
            return nil
        default: throw .broken(reason: TLSError.takeReason())
        }
    }

    /// Encrypts all of `bytes`.
    ///
    /// May be called only after the handshake.
    func encrypt(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
        var rest = bytes
        while !rest.isEmpty {
            ERR_clear_error()
            // The outgoing buffer grows without bound and renegotiation is off, so this never has to wait.
            let count = SSL_write(ssl, rest.baseAddress, Int32(clamping: min(rest.count, 16_384)))
            guard count > 0 else { throw .broken(reason: TLSError.takeReason()) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
        }
    }

    /// Produces close_notify; `takeCiphertext` returns its bytes.
    func close() {
        guard isHandshakeDone else { return }
        ERR_clear_error()
        SSL_shutdown(ssl)
        ERR_clear_error()
    }

    /// Moves all bytes to be sent into `buffer`; returns their number.
    func takeCiphertext(into buffer: inout ByteBuffer) -> Int {
        var total = 0
        while true {
            let pending = BIO_ctrl_pending(outgoing)
            guard pending > 0 else { return total }
            let written = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: pending) { space in
                max(0, Int(BIO_read(outgoing, space.baseAddress, Int32(clamping: min(space.count, pending)))))
            }
            guard written > 0 else { return total }
            total += written
        }
    }
}

extension TLSEngine {
    private static func make(
        _ context: TLSContext
    ) throws(TLSError) -> (ssl: OpaquePointer, incoming: OpaquePointer, outgoing: OpaquePointer) {
        guard let ssl = SSL_new(context.pointer) else { throw .broken(reason: TLSError.takeReason()) }
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw .broken(reason: "out of memory")
        }
        SSL_set_bio(ssl, incoming, outgoing)  // from here on, freeing the connection frees both
        return (ssl, incoming, outgoing)
    }

    /// RFC 6066 forbids addresses as server names.
    ///
    /// Certificates list addresses separately from host names.
    private func expect(_ hostName: String) throws(TLSError) {
        let name = hostName.hasSuffix(".") ? String(hostName.dropLast()) : hostName
        if Self.isAddress(name) {
            guard X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1 else {
                throw .broken(reason: TLSError.takeReason())
            }
            return
        }
        SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        // OpenSSL skips the host name check when the expected name is empty.
        guard !name.isEmpty, !name.utf8.contains(0), SSL_set1_host(ssl, name) == 1,
            crier_SSL_set_server_name(ssl, name) == 1
        else {
            throw .wrongHostName(expected: hostName)
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        var space = in6_addr()
        return inet_pton(AF_INET, text, &space) == 1 || inet_pton(AF_INET6, text, &space) == 1
    }
}
