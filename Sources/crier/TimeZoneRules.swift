import Foundation
import NewsModel

/// Whose time zone rules are in force, and whether the system has newer ones.
enum TimeZoneRules {
    /// Foundation carries its own rules; a change of law reaches it with a new Swift only.
    static func report(systemFile: String = "/usr/share/zoneinfo/tzdata.zi") -> LocalizedMessage {
        let own = TimeZone.timeZoneDataVersion
        guard let system = systemVersion(systemFile), system > own else {
            return LocalizedMessage("config.timeZoneData", ["version": .text(own)])
        }
        return LocalizedMessage("config.timeZoneDataOlder", ["version": .text(own), "system": .text(system)])
    }

    /// The first line reads `# version 2025b`.
    private static func systemVersion(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 64) else {
            return nil
        }
        let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "version" else { return nil }
        return String(words[2])
    }
}
