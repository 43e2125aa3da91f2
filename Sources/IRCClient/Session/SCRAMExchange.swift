internal import Foundation
internal import TLSChannel

/// The client's side of SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677).
struct SCRAMExchange: Sendable {
    /// No server asks for more rounds; they would only waste our CPU time.
    private static let maximumIterations = 1_000_000

    private enum Step { case first, final, done }

    private let password: [UInt8]
    private let nonce: String
    private let clientFirstBare: String
    private var step = Step.first
    private var serverSignature: [UInt8] = []

    init(account: String, password: String, nonce: String) {
        let name = account.replacing("=", with: "=3D").replacing(",", with: "=2C")
        self.password = Array(password.utf8)
        self.nonce = nonce
        clientFirstBare = "n=\(name),r=\(nonce)"
    }

    var clientFirst: [UInt8] { Array("n,,\(clientFirstBare)".utf8) }

    /// Answers a message of the server; nil when it is invalid or does not prove that the server knows the password.
    mutating func receive(_ challenge: [UInt8]) -> [UInt8]? {
        let text = String(decoding: challenge, as: UTF8.self)
        let fields = Self.fields(text)
        switch step {
        case .first:
            guard let combinedNonce = fields["r"], combinedNonce.hasPrefix(nonce), combinedNonce != nonce,
                let salt = fields["s"].flatMap({ Data(base64Encoded: $0) }), !salt.isEmpty,
                let iterations = fields["i"].flatMap({ Int($0) }), (1...Self.maximumIterations).contains(iterations)
            else { return nil }
            step = .final
            return clientFinal(text, combinedNonce, [UInt8](salt), iterations)
        case .final:
            guard let verifier = fields["v"].flatMap({ Data(base64Encoded: $0) }), [UInt8](verifier) == serverSignature
            else { return nil }
            step = .done
            return []
        case .done:
            return nil
        }
    }

    private mutating func clientFinal(
        _ serverFirst: String,
        _ combinedNonce: String,
        _ salt: [UInt8],
        _ iterations: Int
    ) -> [UInt8] {
        let withoutProof = "c=biws,r=\(combinedNonce)"  // biws is "n,," in base64
        let signed = Array("\(clientFirstBare),\(serverFirst),\(withoutProof)".utf8)
        let salted = SCRAMHashes.pbkdf2SHA256(password: password, salt: salt, iterations: iterations)
        let clientKey = SCRAMHashes.hmacSHA256(key: salted, Array("Client Key".utf8))
        let signature = SCRAMHashes.hmacSHA256(key: SCRAMHashes.sha256(clientKey), signed)
        let proof = Data(zip(clientKey, signature).map { $0 ^ $1 }).base64EncodedString()
        serverSignature = SCRAMHashes.hmacSHA256(
            key: SCRAMHashes.hmacSHA256(key: salted, Array("Server Key".utf8)),
            signed
        )
        return Array("\(withoutProof),p=\(proof)".utf8)
    }

    private static func fields(_ text: String) -> [Character: String] {
        var fields: [Character: String] = [:]
        for field in text.split(separator: ",") {
            guard let name = field.first, field.dropFirst().first == "=" else { continue }
            fields[name] = String(field.dropFirst(2))
        }
        return fields
    }
}
