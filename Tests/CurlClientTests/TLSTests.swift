import Foundation
import TestSupport
import Testing

@testable import CurlClient

@Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isInstalled, "nginx and openssl are not installed"))
struct TLSTests {
    @Test func `a self-signed certificate fails with a clear reason`() async throws {
        let server = try await NginxServer()
        let error = await failure(try loopbackClient(), HTTPRequest(url: server.url))
        guard case .tlsFailed(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("self-signed certificate"))
        #expect(error?.isTemporary == false)
    }

    @Test func `a certificate of a known authority is accepted and HTTP 2 spoken`() async throws {
        let server = try await NginxServer()
        let client = try loopbackClient { $0.caFile = server.certificate }
        let response = try await client.fetch(HTTPRequest(url: server.url))
        #expect(response.status == 200)
        #expect(response.body == Array("over TLS".utf8))
        #expect(response.protocolVersion == "HTTP/2")
    }

    @Test func `a certificate for another name is refused`() async throws {
        let server = try await NginxServer(name: "other.example")
        let client = try loopbackClient { $0.caFile = server.certificate }
        let error = await failure(client, HTTPRequest(url: server.url))
        guard case .tlsFailed(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("name") || reason.contains("address"))
    }
}

/// nginx with TLS, HTTP/2 and a self-signed certificate on a free port of 127.0.0.1.
private final class NginxServer: Sendable {
    static let isInstalled = ["/usr/sbin/nginx", "/usr/bin/openssl"].allSatisfy(FileManager.default.isExecutableFile)

    let url: String
    let certificate: String
    private let folder: URL
    private let process: ChildProcess

    init(name: String = "127.0.0.1") async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "cert.pem").path
        let key = folder.appending(path: "key.pem").path
        let alternative = name == "127.0.0.1" ? "IP:\(name)" : "DNS:\(name)"
        let openssl = try ChildProcess(
            "/usr/bin/openssl",
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name)"
                .split(separator: " ").map(String.init)
                + ["-addext", "subjectAltName=\(alternative)", "-keyout", key, "-out", certificate],
            folder: folder.path,
            output: folder.path + "/openssl.out"
        )
        try await waitUntil("the certificate") { !openssl.isRunning }

        // The port was free a moment ago; nginx cannot choose one by itself.
        let port = try LocalWebServer().port
        url = "https://127.0.0.1:\(port)/"
        let configuration = folder.appending(path: "nginx.conf")
        try """
        daemon off;
        master_process off;
        pid \(folder.path)/nginx.pid;
        error_log \(folder.path)/error.log;
        events { worker_connections 64; }
        http {
            access_log off;
            client_body_temp_path \(folder.path)/body;
            proxy_temp_path \(folder.path)/proxy;
            fastcgi_temp_path \(folder.path)/fastcgi;
            uwsgi_temp_path \(folder.path)/uwsgi;
            scgi_temp_path \(folder.path)/scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(certificate);
                ssl_certificate_key \(key);
                location / { return 200 "over TLS"; }
            }
        }
        """.write(to: configuration, atomically: true, encoding: .utf8)
        process = try ChildProcess(
            "/usr/sbin/nginx",
            ["-p", folder.path, "-c", configuration.path],
            folder: folder.path,
            output: folder.path + "/nginx.out"
        )
        let probe = HTTPClient(options: HTTPClientOptions())
        try await waitUntil("nginx answers") {
            do throws(HTTPClientError) {
                return try await probe.fetch(HTTPRequest(url: url, trust: .trusted)).status > 0
            } catch {
                return error != .connectionRefused
            }
        }
    }

    deinit {
        process.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
