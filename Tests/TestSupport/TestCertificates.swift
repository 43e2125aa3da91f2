import ChildProcesses
import Foundation

/// A certificate authority made on the spot by the `openssl` command, and what it signs.
package final class TestCertificates: Sendable {
    package struct Pair: Sendable {
        /// PEM: the certificate, then its authority's.
        package let certificateFile: String
        package let keyFile: String

        package init(certificateFile: String, keyFile: String) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    package struct Failed: Error { package let output: String }

    package static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    package let folder: TemporaryFolder
    package var caFile: String { folder.path("ca.pem") }

    package init() throws {
        folder = try TemporaryFolder()
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "30",
            "-subj",
            "/CN=Test CA",
            "-addext",
            "basicConstraints=critical,CA:TRUE",
            "-addext",
            "keyUsage=critical,keyCertSign,cRLSign",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem"
        )
    }

    /// A certificate of this authority; `days` below zero makes one that has expired.
    package func issue(
        _ name: String,
        subjectNames: String = "DNS:localhost,IP:127.0.0.1",
        days: Int = 20
    ) throws
        -> Pair
    {
        try openssl(
            "req",
            "-new",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-subj",
            "/CN=\(name)",
            "-keyout",
            "\(name).key",
            "-out",
            "\(name).csr"
        )
        try folder.write(
            "\(name).ext",
            "subjectAltName=\(subjectNames)\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:FALSE\n"
        )
        try openssl(
            "x509",
            "-req",
            "-in",
            "\(name).csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "\(days)",
            "-extfile",
            "\(name).ext",
            "-out",
            "\(name).leaf.pem"
        )
        let leaf = try String(contentsOfFile: folder.path("\(name).leaf.pem"), encoding: .utf8)
        let authority = try String(contentsOfFile: caFile, encoding: .utf8)
        return Pair(
            certificateFile: try folder.write("\(name).pem", leaf + authority),
            keyFile: folder.path("\(name).key")
        )
    }

    /// A certificate for localhost that nobody but itself vouches for.
    package func selfSigned() throws -> Pair {
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "20",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout",
            "self.key",
            "-out",
            "self.pem"
        )
        return Pair(certificateFile: folder.path("self.pem"), keyFile: folder.path("self.key"))
    }

    private func openssl(_ arguments: String...) throws {
        let output = folder.path("openssl.log")
        let process = try ChildProcess("/usr/bin/openssl", arguments, folder: folder.url.path, output: output)
        guard try process.waitForEnd() == 0 else {
            throw Failed(output: try String(contentsOfFile: output, encoding: .utf8))
        }
    }
}
