import Foundation
import Glibc

/// Real services (NickServ, SASL) linked to an `InspIRCdServer`.
package final class AthemeServices: @unchecked Sendable {
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/atheme-services")

    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// Returns as soon as the program runs; it links within a second.
    package init(linkedTo server: InspIRCdServer) throws {
        folder = try TemporaryFolder()
        let modules = [
            "protocol/inspircd", "backend/opensex", "crypto/pbkdf2v2", "nickserv/main", "nickserv/set_core",
            "nickserv/register", "nickserv/identify", "nickserv/info", "nickserv/cert", "nickserv/group",
            "nickserv/logout", "nickserv/help", "nickserv/ghost", "nickserv/regain", "saslserv/main", "saslserv/plain",
            "saslserv/external",
            "operserv/main",
        ]
        try folder.write(
            "c.conf",
            modules.map { "loadmodule \"modules/\($0)\";" }.joined(separator: "\n")
                + """

                crypto { pbkdf2v2_digest = "SHA2-512"; pbkdf2v2_rounds = 10000; };
                serverinfo { name = "services.test"; desc = "Atheme"; numeric = "00A"; recontime = 2; \
                netname = "TestNet"; hidehostsuffix = "users.test"; adminname = "a"; adminemail = "a@test.test"; \
                registeremail = "n@test.test"; mta = "/bin/true"; loglevel = { error; info; admin; network; }; \
                maxlogins = 50; maxusers = 0; mdlimit = 30; emaillimit = 10; emailtime = 300; auth = none; \
                casemapping = rfc1459; };
                uplink "irc.test" { host = "127.0.0.1"; send_password = "linkpass"; receive_password = "linkpass"; \
                port = \(server.servicesPort); };
                nickserv { nick = "NickServ"; user = "NickServ"; host = "services.test"; real = "Nick"; \
                maxnicks = 10; expire = 0; };
                saslserv { nick = "SaslServ"; user = "SaslServ"; host = "services.test"; real = "SASL"; };
                operserv { nick = "OperServ"; user = "OperServ"; host = "services.test"; real = "Oper"; };
                general { helpchan = "#help"; silent; uflags = { hidemail; }; cflags = { }; flood_msgs = 0; \
                commit_interval = 5; operstring = "oper"; servicestring = "service"; \
                default_clone_allowed = 1000; default_clone_warn = 1000; uplink_sendq_limit = 1048576; \
                ratelimit_uses = 1000; ratelimit_period = 1; language = "en"; };
                """
        )
        let path = folder.url.path
        var program = ["/usr/bin/atheme-services"]
        if getuid() == 0 {
            // It refuses root.
            chmod(path, 0o777)
            program = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + program
        }
        process = try ServerProcess(
            program[0],
            Array(program.dropFirst()) + [
                "-n", "-c", "\(path)/c.conf", "-D", path, "-l", "\(path)/log", "-p", "\(path)/pid",
            ],
            folder: folder.url,
            port: nil
        )
    }

    package func stop() { process.stop() }
    package var output: String { process.output }
}
