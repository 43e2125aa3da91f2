import Foundation
import NewsModel

/// Reports the version of the time zone rules in use, and whether the system has newer ones.
enum TimeZoneRules {
    /// Foundation contains its own rules, so a change of law arrives only with a new Swift version.
    static func report(systemFile: String = "/usr/share/zoneinfo/tzdata.zi") -> LocalizedMessage {
        let own = TimeZone.timeZoneDataVersion
        guard let system = systemVersion(systemFile), system > own else {
            return LocalizedMessage("config.timeZoneData", ["version": .text(own)])
        }
        return LocalizedMessage("config.timeZoneDataOlder", ["version": .text(own), "system": .text(system)])
    }

    /// The first line is `# version 2025b`.
    private static func systemVersion(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 64) else {
            return nil
        }
        let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "version" else { return nil }
        return String(words[2])
    }
}
