internal import COpenSSL
internal import Glibc

/// An OpenSSL context (`SSL_CTX`): trusted authorities, our certificate, protocol versions.
///
/// Immutable after `init`, so connections on any thread may share it.
final class TLSContext: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Reads the files named in `options`.
    init(client options: TLSClientOptions) throws(TLSError) {
        pointer = try Self.make(TLS_client_method())
        SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        if let caFile = options.caFile {
            guard SSL_CTX_load_verify_file(pointer, caFile) == 1 else {
                throw .badFile(path: caFile, reason: TLSError.takeReason())
            }
        } else {
            trustSystemStore()
        }
        if let certificate = options.certificateFile {
            try use(certificate: certificate, key: options.keyFile ?? certificate)
        }
    }

    /// A server context, for tests that connect a client and a server in memory.
    init(serverCertificate: String, key: String, clientCAFile: String? = nil) throws(TLSError) {
        pointer = try Self.make(TLS_server_method())
        try use(certificate: serverCertificate, key: key)
        if let clientCAFile {
            guard SSL_CTX_load_verify_file(pointer, clientCAFile) == 1 else {
                throw .badFile(path: clientCAFile, reason: TLSError.takeReason())
            }
            SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
    }

    deinit { SSL_CTX_free(pointer) }
}

extension TLSContext {
    private static func make(_ method: OpaquePointer?) throws(TLSError) -> OpaquePointer {
        ERR_clear_error()
        guard let pointer = SSL_CTX_new(method) else { throw .broken(reason: TLSError.takeReason()) }
        _ = crier_SSL_CTX_require_tls12(pointer)
        crier_SSL_CTX_release_buffers(pointer)
        crier_SSL_CTX_forbid_renegotiation(pointer)
        crier_SSL_CTX_no_session_cache(pointer)
        return pointer
    }

    private func use(certificate: String, key: String) throws(TLSError) {
        guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
            throw .badFile(path: certificate, reason: TLSError.takeReason())
        }
        guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(pointer) == 1
        else {
            throw .badFile(path: key, reason: TLSError.takeReason())
        }
    }

    /// Prefers the hashed certificate folder where it exists.
    ///
    /// OpenSSL reads the folder one certificate at a time, but loads the bundle file whole (2 MB of heap).
    private func trustSystemStore() {
        if let folder = X509_get_default_cert_dir(), Self.isHashedFolder(folder) {
            SSL_CTX_set_default_verify_dir(pointer)
        } else {
            SSL_CTX_set_default_verify_paths(pointer)
        }
        ERR_clear_error()
    }

    /// `c_rehash` creates links with names like `5ed36f99.0`.
    private static func isHashedFolder(_ path: UnsafePointer<CChar>) -> Bool {
        guard let folder = opendir(path) else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let length = withUnsafeBytes(of: entry.pointee.d_name) { name in
                name.firstIndex(of: 0) ?? name.count
            }
            let isHashName = withUnsafeBytes(of: entry.pointee.d_name) { name in
                length == 10 && name[8] == UInt8(ascii: ".") && name[9] == UInt8(ascii: "0")
            }
            if isHashName { return true }
        }
        return false
    }
}
