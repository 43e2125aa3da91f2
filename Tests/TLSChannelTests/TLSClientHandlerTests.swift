import Foundation
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import TLSChannel

/// Collects what comes out of the handler.
private final class Collector: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    struct State {
        var isActive = false
        var received: [UInt8] = []
        var error: TLSError?
        var isClosed = false
    }

    let state = Mutex(State())

    func channelActive(context: ChannelHandlerContext) { state.withLock { $0.isActive = true } }
    func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isClosed = true } }
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        state.withLock { $0.received += bytes }
    }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        state.withLock { $0.error = error as? TLSError }
    }
}

@Suite(.timed, .enabled(if: TestCertificates.isAvailable, "needs the openssl command"), .serialized)
struct `TLS on a socket` {
    private let certificates: TestCertificates
    private let port = ServerProcess.freePort()

    init() throws { certificates = try TestCertificates() }

    private func server(_ pair: TestCertificates.Pair, _ arguments: String...) throws -> ServerProcess {
        try ServerProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", pair.certificateFile, "-cert_chain",
                pair.certificateFile, "-key", pair.keyFile,
            ] + arguments,
            folder: certificates.folder.url,
            port: port
        )
    }

    private func connect(_ options: TLSClientOptions) async throws -> (channel: any Channel, collector: Collector) {
        let collector = Collector()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(TLSClientHandler(options))
                    try channel.pipeline.syncOperations.addHandler(collector)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, collector)
    }

    @Test func `a megabyte comes back as it went`() async throws {
        // -rev sends every line back reversed.
        let server = try server(certificates.issue("server"), "-rev", "-quiet")
        defer { server.stop() }
        let (channel, collector) = try await connect(
            TLSClientOptions(hostName: "localhost", caFile: certificates.caFile)
        )
        let line = String(repeating: "abcdefghi ", count: 100)
        var expected = ""
        for number in 0..<1_024 {
            let text = "\(number) \(line)"
            expected += String(text.reversed()) + "\n"
            channel.write(ByteBuffer(string: text + "\n"), promise: nil)
        }
        channel.flush()
        let count = expected.utf8.count
        #expect(count > 1_000_000)
        try await waitUntil("all came back") { collector.state.withLock { $0.received.count } >= count }
        #expect(collector.state.withLock { String(decoding: $0.received, as: UTF8.self) } == expected)
        #expect(collector.state.withLock { $0.isActive })
        try await channel.close()
    }

    private func refusal(
        _ pair: TestCertificates.Pair,
        caFile: String?,
        hostName: String = "localhost"
    ) async throws
        -> TLSError?
    {
        let server = try server(pair, "-quiet")
        defer { server.stop() }
        let (channel, collector) = try await connect(TLSClientOptions(hostName: hostName, caFile: caFile))
        try await channel.closeFuture.get()
        #expect(collector.state.withLock { $0.isActive } == false)
        return collector.state.withLock { $0.error }
    }

    @Test func `an expired certificate closes the channel and says so`() async throws {
        #expect(
            try await refusal(certificates.issue("old", days: -1), caFile: certificates.caFile) == .certificateExpired
        )
    }

    @Test func `a wrong name, an unknown authority and a self-signed certificate are told apart`() async throws {
        let other = try certificates.issue("other", subjectNames: "DNS:other.example")
        #expect(try await refusal(other, caFile: certificates.caFile) == .wrongHostName(expected: "localhost"))
        #expect(try await refusal(certificates.issue("server"), caFile: nil) == .unknownAuthority)
        #expect(try await refusal(certificates.selfSigned(), caFile: nil) == .selfSigned)
    }

    @Test func `a server that hangs up during the handshake is an error`() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.close() }
            .bind(host: "127.0.0.1", port: port).get()
        let (channel, collector) = try await connect(TLSClientOptions(hostName: "localhost"))
        try await channel.closeFuture.get()
        let error = collector.state.withLock { $0.error }
        #expect(error == .closedDuringHandshake)
        try await listener.close()
    }

    @Test func `a client certificate is shown to a server that demands it`() async throws {
        let server = try server(
            certificates.issue("server"),
            "-Verify",
            "1",
            "-CAfile",
            certificates.caFile,
            "-verify_return_error",
            "-rev",
            "-quiet"
        )
        defer { server.stop() }
        let client = try certificates.issue("client")
        let (channel, collector) = try await connect(
            TLSClientOptions(
                hostName: "localhost",
                caFile: certificates.caFile,
                certificateFile: client.certificateFile,
                keyFile: client.keyFile
            )
        )
        try await channel.writeAndFlush(ByteBuffer(string: "olleh\n"))
        try await waitUntil { collector.state.withLock { $0.received } == Array("hello\n".utf8) }
        try await channel.close()
    }
}
