import ArgumentParser
import Foundation
import Localization
import NewsModel
import Storage

/// One mail from a mail server's pipe into the queue, whether the bot runs or not.
///
/// Exit codes are those of sysexits.h, which mail servers know: 0 is kept for good, 75 is "offer it again".
struct MailInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail-in",
        abstract: "Take one mail from standard input, for the pipe of a mail server.",
        discussion:
            "Exit 0: kept. 75: not now, or a mistake in the configuration: offer it again. 65: empty or too large."
    )

    /// Bytes; more is no mail that a bot has to read.
    static let limit = 25 << 20

    @Option(help: "The configuration file.") var config = "config.toml"
    @Option(help: "The folder of locales and sample news.") var data: String?
    // Whatever a stranger's address begins with, it is no option.
    @Option(
        parsing: .unconditional,
        help: "The envelope's sender; default: as Postfix, Exim and others say it in the environment, or Return-Path."
    )
    var sender: String?
    @Option(parsing: .unconditional, help: "The envelope's recipient; default: as the environment says it.")
    var recipient: String?

    func run() async throws {
        let (terminal, _, _) = try Terminal.open(data: data, orFail: 75)
        let text = terminal.localizer
        let (configuration, settings) = try settings(terminal)
        let bytes: [UInt8]
        switch PipedMail.read(from: .standardInput, limit: Self.limit) {
        case .bytes(let read): bytes = read
        case .tooLarge: try fail(65, text.text("config.mailTooLarge", ["limit": .number(Self.limit >> 20)]))
        case .empty: try fail(65, text.text("config.mailEmpty"))
        case .broken: try fail(75, text.text("config.mailUnread"))
        }
        let mail = PipedMail(
            bytes,
            sender: sender,
            recipient: recipient,
            environment: ProcessInfo.processInfo.environment,
            settings: settings
        )
        let path = configuration.storagePath.path
        // A new database at a mistyped place would swallow what nobody ever reads.
        guard FileManager.default.fileExists(atPath: path) else {
            try fail(75, text.text("config.noDatabase", ["path": .text(path)]))
        }
        do {
            try await Store.open(path: path).keepMail(
                [mail.newMail],
                network: Configuration.MailSettings.network,
                position: nil,
                at: SystemTimeSource().now
            )
        } catch {
            // Whatever it is: the mail server keeps the mail and asks again, for days.
            try fail(75, text.text("config.storage", ["reason": .text("\(error)")]))
        }
    }

    private func settings(_ terminal: Terminal) throws -> (Configuration, Configuration.MailSettings) {
        do {
            let (configuration, _) = try ConfigurationReader.read(path: config)
            guard let settings = configuration.mail else {
                try fail(75, terminal.localizer.text("config.noMail", ["path": .text(config)]))
            }
            return (configuration, settings)
        } catch let error as ConfigurationError {
            terminal.show(error.problems, path: error.path)
            // Whoever wrote the mail cannot help it: it waits with the mail server until this is mended.
            throw ExitCode(75)
        }
    }

    private func fail(_ code: Int32, _ text: String) throws -> Never {
        Terminal.error("crier mail-in: \(text)")
        throw ExitCode(code)
    }
}
