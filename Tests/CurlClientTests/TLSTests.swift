import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import CurlClient

@Suite(.timed, .timeLimit(.minutes(10)), .enabled(if: NginxServer.isInstalled, "nginx and openssl are not installed"))
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

    @Test func `an expired certificate is refused`() async throws {
        let certificates = try TestCertificates()
        let server = try await NginxServer(pair: certificates.issue("expired", days: -1))
        let client = try loopbackClient { $0.caFile = certificates.caFile }
        let error = await failure(client, HTTPRequest(url: server.url))
        guard case .tlsFailed(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("expired"))
    }

    @Test func `an authority of the operator's own is trusted when it is named, and only then`() async throws {
        let certificates = try TestCertificates()
        let server = try await NginxServer(pair: certificates.issue("good"))
        let client = try loopbackClient { $0.caFile = certificates.caFile }
        #expect(try await client.fetch(HTTPRequest(url: server.url)).status == 200)
        let stranger = try TestCertificates()
        for authority in [nil, stranger.caFile] {
            let other = try loopbackClient { $0.caFile = authority }
            guard case .tlsFailed = await failure(other, HTTPRequest(url: server.url)) else {
                Issue.record("not refused with \(authority ?? "the system's authorities")")
                return
            }
        }
    }

    @Test(arguments: [HTTPRequest.Trust.stranger, .trusted])
    func `a missing authority file is said to be the failure`(_ trust: HTTPRequest.Trust) async throws {
        let server = try await NginxServer()
        let client = try loopbackClient { $0.caFile = "/nowhere/ca.pem" }
        guard case .tlsFailed = await failure(client, HTTPRequest(url: server.url, trust: trust)) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `requests one after another share one connection with HTTP 2`() async throws {
        let server = try await NginxServer()
        let client = try loopbackClient { $0.caFile = server.certificate }
        for _ in 1...5 {
            let response = try await client.fetch(HTTPRequest(url: server.url + "connection"))
            #expect(response.protocolVersion == "HTTP/2")
            #expect(response.headers["X-Connection-Requests"] != nil)
        }
        let last = try await client.fetch(HTTPRequest(url: server.url + "connection"))
        #expect(last.headers["X-Connection-Requests"] == "6")
    }

    @Test func `a feed that has not changed is not sent again over HTTP 2`() async throws {
        let server = try await NginxServer()
        let client = try loopbackClient { $0.caFile = server.certificate }
        let first = try await client.fetch(HTTPRequest(url: server.url + "cert.pem"))
        #expect(first.status == 200)
        let again = HTTPRequest(url: server.url + "cert.pem", etag: first.etag, lastModified: first.lastModified)
        let second = try await client.fetch(again)
        #expect(second.status == 304)
        #expect(second.protocolVersion == "HTTP/2")
        #expect(second.body.isEmpty)
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

    convenience init(name: String = "127.0.0.1") async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificate = folder.appending(path: "cert.pem").path
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
        #expect(try await openssl.waitForEnd() == 0)
        try await self.init(pair: .init(certificateFile: certificate, keyFile: key), folder: folder)
    }

    convenience init(pair: TestCertificates.Pair) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await self.init(pair: pair, folder: folder)
    }

    private init(pair: TestCertificates.Pair, folder: URL) async throws {
        self.folder = folder
        certificate = pair.certificateFile
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
                ssl_certificate \(pair.certificateFile);
                ssl_certificate_key \(pair.keyFile);
                root \(folder.path);
                location = / { return 200 "over TLS"; }
                location = /connection { add_header X-Connection-Requests $connection_requests; return 200; }
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
