import Foundation
import Synchronization
import TestSupport

/// Mail servers, people with mailboxes, a feed, and the bot among them.
final class MailScene: Sendable {
    static let isInstalled =
        DovecotServer.isInstalled && PostfixServer.isInstalled && MailPeople.isInstalled
        && TestCertificates.isAvailable
    static let isScriptedInstalled =
        DovecotServer.isInstalled && ScriptedSMTPServer.isInstalled && MailPeople.isInstalled
        && TestCertificates.isAvailable
    static let missing = "dovecot-imapd, dovecot-lmtpd or postfix (which needs root) is missing: skipped"
    static let missingScripted = "dovecot-imapd, dovecot-lmtpd or python3-aiosmtpd is missing: skipped"
    static let bot = "crier@\(DovecotServer.domain)"

    let certificates: TestCertificates
    let dovecot: DovecotServer
    let people: MailPeople
    let web: LocalWebServer
    let feed: GrowingFeed
    let crier: CrierProcess
    private let clock: MovedClock?
    private let counter = Mutex(0)

    /// With a `clock` the bot reads the time of day from it.
    init(people names: [String], clock: MovedClock? = nil) async throws {
        self.clock = clock
        certificates = try TestCertificates()
        dovecot = try DovecotServer(people: ["crier"] + names, certificates: certificates)
        people = try await MailPeople(dovecot)
        web = try LocalWebServer()
        feed = GrowingFeed(web)
        crier = try CrierProcess()
        for name in names { _ = try people.inbox(Self.address(name)) }
    }

    static func address(_ name: String) -> String { name.contains("@") ? name : "\(name)@\(DovecotServer.domain)" }

    func end() {
        crier.kill9()
        people.stop()
        web.stop()
        dovecot.stop()
    }

    /// The bot's mailbox and submission with STARTTLS, and no waiting.
    func configuration(submission: String, mail: String = "", more: String = "") -> String {
        """
        \(more)
        \(Live.plain)
        [mail]
        address = "\(Self.bot)"
        smtp_url = "\(submission)"
        imap_url = "imaps://localhost:\(dovecot.imapsPort)/INBOX"
        ca_file = "\(certificates.caFile)"
        poll = "1s"
        answers_per_hour = 1000
        answers_per_guest = 1000
        guest_answers_per_domain = 100000
        guest_answers_per_hour = 100000
        \(mail)

        """
    }

    func start(_ server: any MailServer, mail: String = "", more: String = "") throws {
        try crier.configure(
            configuration(submission: "smtp://localhost:\(server.submissionPort)", mail: mail, more: more)
        )
        try startCrier()
    }

    /// Starts the bot, whose clock is ahead by so many seconds.
    func startCrier(ahead: Int = 0) throws {
        var environment = clock?.environment ?? [:]
        environment["CRIER_MAIL_PASSWORD"] = DovecotServer.password
        if ahead > 0 {
            environment.merge(try ClockAhead.environment(seconds: ahead, folder: crier.folder.url)) { $1 }
        }
        try crier.start(environment: environment)
    }

    /// A header's worth of something that never comes again.
    func newMessageID() -> String {
        let number = counter.withLock { count in
            count += 1
            return count
        }
        return "<\(number).\(UUID().uuidString)@client.\(DovecotServer.domain)>"
    }

    /// What the server of that name writes above a mail that it vouches for.
    static func vouching(_ server: String = PostfixServer.name) -> String {
        "Authentication-Results: \(server); dmarc=pass header.from=\(DovecotServer.domain)"
    }

    /// The lines every mail begins with.
    func head(from name: String, to recipient: String = bot, subject: String, more: String = "") -> String {
        """
        From: \(name.capitalized) Person <\(Self.address(name))>
        To: \(recipient)
        Subject: \(subject)
        Date: \(Self.date)
        Message-ID: \(newMessageID())
        MIME-Version: 1.0
        \(more.isEmpty ? "" : more + "\n")
        """
    }

    private static var date: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: Date())
    }

    /// Sends a whole mail with a login; throws when it is not taken.
    func send(
        _ mail: String,
        from name: String,
        to recipients: [String] = [bot],
        through server: any MailServer
    )
        async throws
    {
        let error = try await people.send(
            mail,
            from: Self.address(name),
            to: recipients,
            port: server.submissionPort,
            login: Self.address(name)
        )
        if let error { throw MailPeople.Failure(description: error) }
    }

    /// A plain mail with commands.
    func say(
        _ text: String,
        from name: String,
        subject: String = "Hello",
        more: String = "",
        through server: any MailServer
    ) async throws {
        let head = head(from: name, subject: subject, more: "Content-Type: text/plain; charset=UTF-8\n" + more)
        try await send(head + "\n" + text + "\n", from: name, through: server)
    }

    /// Answers a mail as a mail program does.
    func reply(
        _ text: String,
        to mail: SeenMail,
        from name: String,
        as program: MailProgram = .thunderbird,
        through server: any MailServer
    ) async throws {
        let target = mail["Reply-To"].isEmpty ? mail["From"] : mail["Reply-To"]
        let more = "In-Reply-To: \(mail["Message-ID"])\nReferences: \(mail["References"]) \(mail["Message-ID"])"
        let head = head(from: name, to: target, subject: "Re: " + mail["Subject"], more: more)
        try await send(
            head + program.body(text, answering: mail),
            from: name,
            to: [Self.bareAddress(target)],
            through: server
        )
    }

    static func bareAddress(_ text: String) -> String {
        guard let open = text.lastIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close else { return text }
        return String(text[text.index(after: open)..<close])
    }

    /// The first answer or push for somebody that holds the text, behind an earlier mail.
    @discardableResult
    func wait(for text: String, of name: String, after uid: Int = 0, seconds: Double = 120) async throws -> SeenMail {
        try await people.wait("“\(text)”", in: Self.address(name), after: uid, seconds: seconds) {
            $0.text.contains(text) || $0["Subject"].contains(text)
        }
    }

    /// The code that a mail asks to send back.
    static func code(in mail: SeenMail) throws -> String {
        for part in mail.text.components(separatedBy: "yes ").dropFirst() {
            let code = part.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            if code.count >= 6 { return String(code) }
        }
        throw MailPeople.Failure(description: "no code in \(mail.text)")
    }

    /// Follows the feed, as somebody whom nobody vouches for: the command, the question, the code.
    ///
    /// The answer to the code.
    @discardableResult
    func follow(_ name: String, _ command: String? = nil, through server: any MailServer) async throws -> SeenMail {
        let before = try people.inbox(Self.address(name)).last?.uid ?? 0
        try await say(command ?? "sub \(feed.url)", from: name, through: server)
        let question = try await wait(for: "yes ", of: name, after: before)
        try await reply("yes \(Self.code(in: question))", to: question, from: name, through: server)
        return try await wait(for: "Added", of: name, after: question.uid)
    }

    /// How many mails of an inbox hold the text.
    func count(_ text: String, of name: String) throws -> Int {
        try people.inbox(Self.address(name)).count { $0.text.contains(text) || $0["Subject"].contains(text) }
    }
}
