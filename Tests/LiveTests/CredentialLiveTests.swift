import Foundation
import TestSupport
import Testing

/// What `crier run` trusts, and what it keeps to itself.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct CredentialLiveTests {
    @Test(.enabled(if: TestCertificates.isAvailable, "openssl is not installed: skipped"))
    func `a self-signed server is refused in plain words until its certificate is named`() async throws {
        let certificates = try TestCertificates()
        let pair = try certificates.selfSigned()
        let server = try InspIRCdServer(certificate: pair)
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
        }
        let configuration = Live.configuration(port: server.tlsPort, tls: true)
        try crier.configure(configuration)
        try crier.start()
        try await waitUntil("a word in the log") {
            crier.log.contains("the server's certificate is self-signed; name it in ca_file to trust it")
        }
        #expect(!crier.log.contains("IRC connected"))
        #expect(crier.isRunning)
        try await crier.terminate()
        #expect(!crier.log.contains("IRC connected"))

        try crier.configure(configuration + "\nca_file = \"\(pair.certificateFile)\"\n")
        try crier.start()
        try await waitUntil("a connection") { crier.log.contains("IRC connected") }
        try await crier.terminate()
    }

    @Test(
        .enabled(if: AthemeServices.isInstalled, "atheme-services is not installed: skipped"),
        arguments: ["secret123", "wrong-secret-77"]
    )
    func `passwords are in no line of the log`(password: String) async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            services.stop()
            server.stop()
        }
        let owner = try RawIRCClient(port: server.port, nick: "owner")
        try await owner.wait(for: " 001 ")
        try await owner.register("owner")
        let serverPassword = "server-secret-55"
        try crier.folder.write("server.password", serverPassword + "\n")
        try crier.folder.write("sasl.password", password + "\n")
        try crier.configure(
            Live.configuration(port: server.port, more: "log_level = \"debug\"\n") + """

                password_file = "\(crier.folder.path("server.password"))"
                sasl_account = "owner"
                sasl_password_file = "\(crier.folder.path("sasl.password"))"
                """
        )
        try crier.start()
        try await waitUntil("the channel") { crier.log.contains("IRC joined") }
        #expect(crier.log.contains("IRC login failed") == (password != "secret123"))
        // A lost connection and a reload are told too.
        server.stop()
        try await waitUntil("the loss") { crier.log.contains("IRC disconnected") }
        crier.signal(SIGHUP)
        try server.start()
        try await waitUntil("the channel again") {
            crier.log.components(separatedBy: "IRC joined").count > 2
        }
        try await crier.terminate()
        for secret in [password, serverPassword, "\0owner\0\(password)", "owner\0owner\0\(password)"] {
            #expect(!crier.log.contains(secret))
            #expect(!crier.log.contains(Data(secret.utf8).base64EncodedString()))
        }
        #expect(crier.log.contains("IRC connected"))
    }
}
