import NIOCore
import TestSupport
import Testing

@testable import TLSChannel

/// A client and a server engine joined by two buffers.
private struct Pair {
    let client: TLSEngine
    let server: TLSEngine

    init(_ options: TLSClientOptions, _ pair: TestCertificates.Pair, clientCAFile: String? = nil) throws {
        client = try TLSEngine(context: TLSContext(client: options), clientFor: options.hostName)
        server = try TLSEngine(
            server: TLSContext(
                serverCertificate: pair.certificateFile,
                key: pair.keyFile,
                clientCAFile: clientCAFile
            )
        )
    }

    /// Moves ciphertext from one to the other in pieces.
    func carry(from sender: TLSEngine, to receiver: TLSEngine, piece: Int) throws {
        var buffer = ByteBuffer()
        _ = sender.takeCiphertext(into: &buffer)
        while let slice = buffer.readSlice(length: min(piece, buffer.readableBytes)), slice.readableBytes > 0 {
            try slice.withUnsafeReadableBytes { try receiver.receive($0) }
            if !receiver.isHandshakeDone { _ = try receiver.handshake() }
        }
    }

    func handshake(piece: Int) throws {
        for _ in 0..<10 where !(client.isHandshakeDone && server.isHandshakeDone) {
            _ = try client.handshake()
            try carry(from: client, to: server, piece: piece)
            try carry(from: server, to: client, piece: piece)
        }
    }
}

@Suite(.timed, .enabled(if: TestCertificates.isAvailable, "needs the openssl command"))
struct `TLS between two buffers` {
    private let certificates: TestCertificates

    init() throws { certificates = try TestCertificates() }

    private func send(_ text: String, _ from: TLSEngine, _ to: TLSEngine, _ pair: Pair, piece: Int) throws -> String {
        try Array(text.utf8).withUnsafeBytes { try from.encrypt($0) }
        var cipher = ByteBuffer()
        _ = from.takeCiphertext(into: &cipher)
        var plain = ByteBuffer()
        while let slice = cipher.readSlice(length: min(piece, cipher.readableBytes)), slice.readableBytes > 0 {
            try slice.withUnsafeReadableBytes { try to.receive($0) }
            while try to.decrypt(into: &plain) != nil {}
        }
        return String(buffer: plain)
    }

    @Test(arguments: [1, 7, 100_000])
    func `data split anywhere arrives whole`(piece: Int) throws {
        let pair = try Pair(
            TLSClientOptions(hostName: "localhost", caFile: certificates.caFile),
            certificates.issue("server")
        )
        try pair.handshake(piece: piece)
        #expect(pair.client.isHandshakeDone && pair.server.isHandshakeDone)
        #expect(try send("hello", pair.client, pair.server, pair, piece: piece) == "hello")
        let long = String(repeating: "0123456789", count: 5_000)
        #expect(try send(long, pair.server, pair.client, pair, piece: piece) == long)
    }

    @Test func `close_notify is seen by the other side`() throws {
        let pair = try Pair(
            TLSClientOptions(hostName: "localhost", caFile: certificates.caFile),
            certificates.issue("server")
        )
        try pair.handshake(piece: 100_000)
        pair.client.close()
        try pair.carry(from: pair.client, to: pair.server, piece: 100_000)
        var plain = ByteBuffer()
        #expect(try pair.server.decrypt(into: &plain) == nil)
        #expect(pair.server.isClosedByPeer)
    }

    private func failure(_ options: TLSClientOptions, _ pair: TestCertificates.Pair) throws -> TLSError? {
        let pair = try Pair(options, pair)
        do {
            try pair.handshake(piece: 100_000)
            return nil
        } catch let error as TLSError {
            return error
        }
    }

    @Test func `a certificate of another name is refused`() throws {
        let pair = try certificates.issue("other", subjectNames: "DNS:other.example")
        #expect(
            try failure(TLSClientOptions(hostName: "localhost", caFile: certificates.caFile), pair)
                == .wrongHostName(expected: "localhost")
        )
    }

    @Test func `a certificate is checked against an address literal`() throws {
        let right = try certificates.issue("right", subjectNames: "IP:127.0.0.1")
        #expect(try failure(TLSClientOptions(hostName: "127.0.0.1", caFile: certificates.caFile), right) == nil)
        let wrong = try certificates.issue("wrong", subjectNames: "IP:127.0.0.2")
        #expect(
            try failure(TLSClientOptions(hostName: "127.0.0.1", caFile: certificates.caFile), wrong)
                == .wrongHostName(expected: "127.0.0.1")
        )
    }

    @Test func `an expired certificate is refused`() throws {
        #expect(
            try failure(
                TLSClientOptions(hostName: "localhost", caFile: certificates.caFile),
                certificates.issue("old", days: -1)
            ) == .certificateExpired
        )
    }

    @Test func `a self-signed certificate is refused, and taken when it is the caFile`() throws {
        let pair = try certificates.selfSigned()
        #expect(
            try failure(TLSClientOptions(hostName: "localhost", caFile: certificates.caFile), pair) == .selfSigned
        )
        #expect(
            try failure(TLSClientOptions(hostName: "localhost", caFile: pair.certificateFile), pair) == nil
        )
    }

    @Test func `the system's store does not know an authority made on the spot`() throws {
        #expect(
            try failure(TLSClientOptions(hostName: "localhost"), certificates.issue("server")) == .unknownAuthority
        )
    }

    @Test func `an empty host name never switches the check off`() throws {
        let server = try certificates.issue("server")
        #expect(throws: TLSError.wrongHostName(expected: "")) {
            try failure(TLSClientOptions(hostName: "", caFile: certificates.caFile), server)
        }
    }

    @Test func `a server that demands a client certificate gets it`() throws {
        let client = try certificates.issue("client")
        let options = TLSClientOptions(
            hostName: "localhost",
            caFile: certificates.caFile,
            certificateFile: client.certificateFile,
            keyFile: client.keyFile
        )
        let pair = try Pair(options, certificates.issue("server"), clientCAFile: certificates.caFile)
        try pair.handshake(piece: 100_000)
        #expect(pair.server.isHandshakeDone)
    }

    @Test func `missing and broken files are named`() throws {
        #expect(throws: TLSError.self) {
            try TLSContext(client: TLSClientOptions(hostName: "x", caFile: "/nonexistent.pem"))
        }
        let broken = try certificates.folder.write("broken.pem", "not a certificate")
        do {
            _ = try TLSContext(client: TLSClientOptions(hostName: "x", certificateFile: broken))
            Issue.record("a broken certificate file was taken")
        } catch {
            guard case .badFile(let path, _) = error else {
                Issue.record("wrong error \(error)")
                return
            }
            #expect(path == broken)
        }
    }

    @Test func `garbage instead of a handshake is an error, not a crash`() throws {
        let client = try TLSEngine(
            context: TLSContext(client: TLSClientOptions(hostName: "localhost")),
            clientFor: "localhost"
        )
        _ = try client.handshake()
        try Array("HTTP/1.0 400 Bad Request\r\n\r\n".utf8).withUnsafeBytes { try client.receive($0) }
        #expect(throws: TLSError.self) { try client.handshake() }
    }
}
