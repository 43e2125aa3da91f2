import Foundation

/// A real nginx on a free loopback port, serving a folder: ETag and Last-Modified, 304 on both, an access log.
package final class NginxServer: @unchecked Sendable {
    package static let binary = "/usr/sbin/nginx"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: binary)

    package let port = ServerProcess.freePort()
    private let scheme: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// With `freshSeconds` answers say that they stay fresh so long; `bytesPerSecond` slows each one down.
    package init(
        freshSeconds: Int? = nil,
        bytesPerSecond: Int? = nil,
        connections: Int = 512,
        tls: TestCertificates.Pair? = nil
    ) throws {
        scheme = tls == nil ? "http" : "https"
        folder = try TemporaryFolder()
        let path = folder.url.path
        try FileManager.default.createDirectory(atPath: path + "/www", withIntermediateDirectories: true)
        // Started as root, nginx serves as nobody, who must be let in.
        for place in [path, path + "/www"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
        }
        try folder.write(
            "nginx.conf",
            """
            \(connections > 512 ? "worker_rlimit_nofile \(connections * 2);" : "")
            master_process off; daemon off; pid \(path)/pid; error_log \(path)/error.log;
            events { worker_connections \(connections); }
            http {
                default_type application/rss+xml; etag on;
                log_format facts '$status $request_uri $http_if_none_match';
                access_log \(path)/access.log facts;
                client_body_temp_path \(path)/body; proxy_temp_path \(path)/proxy; fastcgi_temp_path \(path)/fastcgi;
                uwsgi_temp_path \(path)/uwsgi; scgi_temp_path \(path)/scgi;
                \(bytesPerSecond.map { "limit_rate \($0);" } ?? "")
                \(freshSeconds.map { "expires \($0)s;" } ?? "")
                \(tls.map { "ssl_certificate \($0.certificateFile); ssl_certificate_key \($0.keyFile);" } ?? "")
                server { listen 127.0.0.1:\(port) backlog=8192 \(tls == nil ? "" : "ssl http2"); root \(path)/www; }
            }
            """
        )
        process = try ServerProcess(Self.binary, ["-c", path + "/nginx.conf"], folder: folder.url, port: port)
    }

    package func stop() { process.stop() }

    package func url(_ name: String) -> String { "\(scheme)://127.0.0.1:\(port)/\(name)" }

    /// Puts a file in place in one step.
    package func serve(_ name: String, _ text: String) throws {
        let path = folder.path("www/" + name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }

    /// The status of every request for a file so far, oldest first.
    package func statuses(of name: String) -> [Int] {
        let log = (try? String(contentsOfFile: folder.path("access.log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            return words.count >= 2 && words[1] == "/" + name ? Int(words[0]) : nil
        }
    }
}
