internal import COpenSSL

/// The digests that SCRAM needs (RFC 5802, RFC 7677), all based on SHA-256.
package enum SCRAMHashes {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        return digest
    }

    package static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        HMAC(EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, &digest, nil)
        return digest
    }

    /// PBKDF2 with HMAC-SHA-256 and a 32-byte result; SCRAM calls it Hi.
    package static func pbkdf2SHA256(password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        password.withUnsafeBytes { password in
            _ = PKCS5_PBKDF2_HMAC(
                password.bindMemory(to: CChar.self).baseAddress,
                Int32(clamping: password.count),
                salt,
                Int32(clamping: salt.count),
                Int32(clamping: max(1, iterations)),
                EVP_sha256(),
                32,
                &key
            )
        }
        return key
    }
}
