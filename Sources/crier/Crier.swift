import ArgumentParser
import CMalloc
import Foundation

@main
struct Crier: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "crier",
        abstract: "A town crier for chat: reads the world's feeds once and tells each person what they asked to hear.",
        version: version,
        subcommands: [
            RunCommand.self, ConsoleCommand.self, CheckCommand.self, InspectCommand.self, BackupCommand.self,
            MailInCommand.self,
        ]
    )

    static func main() async {
        // If the reader of a pipe exits (`crier … | head`), the signal must not end the process during a write.
        signal(SIGPIPE, SIG_IGN)
        // Profiles and reading histories are private: only the owner may read the database and its copies.
        umask(0o077)
        // The C allocator keeps a store of free memory for each of several threads; one for all takes the least.
        _ = mallopt(M_ARENA_MAX, 1)
        await main(nil)
    }
}
