import Testing

@testable import TLSChannel

@Suite struct `Hashes of SCRAM` {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func `SHA-256 of abc is the one of FIPS 180`() {
        #expect(
            hex(SCRAMHashes.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test func `HMAC matches RFC 4231 case 2`() {
        #expect(
            hex(SCRAMHashes.hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
    }

    @Test func `PBKDF2 matches RFC 7914 section 11`() {
        let key = SCRAMHashes.pbkdf2SHA256(
            password: Array("Password".utf8),
            salt: Array("NaCl".utf8),
            iterations: 80_000
        )
        #expect(hex(key) == "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56")
    }

    @Test func `empty inputs do not trap`() {
        #expect(SCRAMHashes.sha256([]).count == 32)
        #expect(SCRAMHashes.hmacSHA256(key: [], []).count == 32)
        #expect(SCRAMHashes.pbkdf2SHA256(password: [], salt: [], iterations: 0).count == 32)
    }
}
