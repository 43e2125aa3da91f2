import Foundation
import Glibc

/// A real InspIRCd on free loopback ports: IRCv3, no fake lag, `IDENTIFY`-less unless services are linked.
///
/// With TLS it also listens on ::1, which "localhost" means on many machines.
package final class InspIRCdServer: @unchecked Sendable {
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/inspircd")
    package static let operPassword = "operpass"

    package let port = ServerProcess.freePort()
    package let tlsPort = ServerProcess.freePort()
    private let hasTLS: Bool
    package let servicesPort = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private var process: ServerProcess?

    /// Without `certificate` there is no TLS port.
    ///
    /// `withoutModules` leaves modules out, like `ircv3_labeledresponse`; `extra` is added to the configuration.
    /// With `commandsPerSecond` it throws out who is faster for long ("Excess Flood").
    /// With `hub` this is `irc2.test`, linked to the hub and linking again whenever the link is cut.
    package init(
        certificate: TestCertificates.Pair? = nil,
        withoutModules: Set<String> = [],
        hub: InspIRCdServer? = nil,
        commandsPerSecond: Int? = nil,
        extra: String = ""
    ) throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        let modules = [
            "cap", "ircv3", "ircv3_accounttag", "ircv3_batch", "ircv3_capnotify", "ircv3_chghost", "ircv3_ctctags",
            "ircv3_echomessage", "ircv3_invitenotify", "ircv3_labeledresponse", "ircv3_msgid", "ircv3_servertime",
            "sasl", "services_account", "spanningtree", "namesx", "uhnames", "setname", "botmode", "sslinfo", "chghost",
            "sethost", "sajoin", "samode",
        ].filter { !withoutModules.contains($0) }
        var tls = ""
        if let certificate {
            let addresses = ["127.0.0.1"] + (ServerProcess.hasIPv6 ? ["::1"] : [])
            tls = """
                <module name="ssl_gnutls"><sslprofile name="tls" provider="gnutls" certfile="\(certificate.certificateFile)" \
                keyfile="\(certificate.keyFile)" hash="sha256" requestclientcert="yes">

                """
            for address in addresses {
                tls += "<bind address=\"\(address)\" port=\"\(tlsPort)\" type=\"clients\" sslprofile=\"tls\">\n"
            }
        }
        let hubLink = hub.map {
            """
            <link name="irc.test" ipaddr="127.0.0.1" port="\($0.servicesPort)" sendpass="linkpass" recvpass="linkpass">
            <autoconnect period="1" server="irc.test">
            """
        }
        try folder.write(
            "c.conf",
            """
            <config format="xml">
            <server name="\(hub == nil ? "irc" : "irc2").test" description="test" network="TestNet" \
            id="\(hub == nil ? 1 : 2)AB">
            <admin name="t" nick="t" email="t@localhost">
            <bind address="127.0.0.1" port="\(port)" type="clients">
            <bind address="127.0.0.1" port="\(servicesPort)" type="servers">
            \(tls)
            <connect name="main" allow="*" timeout="30" pingfreq="60" hardsendq="1048576" softsendq="131072" \
            recvq="65536" localmax="1000" globalmax="1000" useident="no" fakelag="no" \
            commandrate="\(commandsPerSecond.map { $0 * 1_000 } ?? 1_000_000)" \
            threshold="\(commandsPerSecond == nil ? 1_000 : 10)" resolvehostnames="no">
            <files motd="/dev/null"><channels users="100" opers="100"><dns server="127.0.0.1" timeout="1">
            <pid file="\(path)/pid"><path configdir="\(path)" datadir="\(path)" logdir="\(path)" runtimedir="\(path)">
            <options prefixquit="Quit: " syntaxhints="yes" hostintopic="yes"><security maxtargets="20">
            <performance softlimit="4096" somaxconn="128"><log method="file" type="* -USERINPUT -USEROUTPUT" \
            level="default" target="ircd.log">
            \(modules.map { "<module name=\"\($0)\">" }.joined())
            <sasl target="services.test" requiressl="no">
            <uline server="services.test" silent="yes">
            <link name="services.test" ipaddr="127.0.0.1" port="\(servicesPort)" allowmask="127.0.0.0/8" \
            sendpass="linkpass" recvpass="linkpass">
            <link name="irc2.test" ipaddr="127.0.0.1" port="1" allowmask="127.0.0.0/8" \
            sendpass="linkpass" recvpass="linkpass">
            \(hubLink ?? "")
            <class name="All" commands="*" privs="*" usermodes="*" chanmodes="*" snomasks="*">
            <type name="NetAdmin" classes="All">
            <oper name="root" password="\(Self.operPassword)" host="*@*" type="NetAdmin">
            \(extra)
            """
        )
        hasTLS = certificate != nil
        try start()
    }

    /// Starts again on the same ports after `stop`.
    package func start() throws {
        let asRoot = getuid() == 0 ? ["--runasroot"] : []
        process = try ServerProcess(
            "/usr/sbin/inspircd",
            asRoot + ["--nofork", "--config", folder.path("c.conf")],
            folder: folder.url,
            port: port
        )
        // The port for TLS opens a moment after the first one.
        let end = ContinuousClock.now + .seconds(longestWait)
        while hasTLS, !ServerProcess.isListening(port: tlsPort), ContinuousClock.now < end { usleep(20_000) }
    }

    package func stop() {
        process?.stop()
        process = nil
    }

    package func freeze() { process?.freeze() }
    package func thaw() { process?.thaw() }
}
