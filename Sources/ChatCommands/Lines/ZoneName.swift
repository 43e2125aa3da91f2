internal import Foundation

/// Time zones as people type them.
enum ZoneName: Hashable {
    case zone(String)
    /// An unknown zone, with similar names.
    case unknown(suggestions: [String])

    /// Parses `Europe/Paris`, `paris`, `new york`, `UTC`, `utc+2`.
    ///
    /// - Parameter cities: the English names of cities in this table, by their names in other languages.
    init(_ text: String, cities: [String: String] = [:]) {
        let typed = Self.normalised(text)
        let wanted = cities[typed] ?? typed
        if let identifier = Self.byName[wanted] ?? Self.cities[wanted] {
            self = .zone(identifier)
        } else if let identifier = Self.fixedOffset(wanted) {
            self = .zone(identifier)
        } else {
            let near = NearNames.nearest(to: wanted, among: Self.byName.keys).compactMap { Self.byName[$0] }
            var unique: [String] = []
            for name in near where !unique.contains(name) { unique.append(name) }
            self = .unknown(suggestions: unique)
        }
    }

    /// The usual name of a zone.
    ///
    /// Foundation calls UTC "GMT", and the zone database inverts the signs of offsets.
    static func shown(_ zone: TimeZone) -> String {
        let identifier = zone.identifier
        if identifier == "GMT" { return "UTC" }
        for (sign, shown) in [("-", "+"), ("+", "-")] where identifier.hasPrefix("Etc/GMT" + sign) {
            return "UTC" + shown + identifier.dropFirst(8)
        }
        return identifier
    }

    private static func normalised(_ text: String) -> String {
        text.trimmed.lowercased().replacing(" ", with: "_")
    }

    /// `utc+2`, whole hours only.
    ///
    /// The sign is inverted in the zone database.
    private static func fixedOffset(_ text: String) -> String? {
        for prefix in ["utc", "gmt"] where text.hasPrefix(prefix) {
            let rest = text.dropFirst(prefix.count)
            guard let sign = rest.first, sign == "+" || sign == "-", let hours = Int(rest.dropFirst()) else {
                return nil
            }
            guard (0...(sign == "+" ? 14 : 12)).contains(hours) else { return nil }
            if hours == 0 { return "UTC" }
            let name = "Etc/GMT\(sign == "+" ? "-" : "+")\(hours)"
            return TimeZone(identifier: name) == nil ? nil : name
        }
        return nil
    }

    /// All known zones by full name and by city.
    private static let byName: [String: String] = {
        var names: [String: String] = ["utc": "UTC", "gmt": "UTC", "z": "UTC"]
        for identifier in TimeZone.knownTimeZoneIdentifiers {
            let lowered = identifier.lowercased()
            names[lowered] = identifier
            if let city = lowered.split(separator: "/").last, names[String(city)] == nil {
                names[String(city)] = identifier
            }
        }
        return names
    }()

    /// Large cities that have no zone of their own in the zone database.
    private static let cities: [String: String] = [
        "beijing": "Asia/Shanghai", "shenzhen": "Asia/Shanghai", "guangzhou": "Asia/Shanghai",
        "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "new_delhi": "Asia/Kolkata", "bangalore": "Asia/Kolkata",
        "chennai": "Asia/Kolkata", "osaka": "Asia/Tokyo", "kyoto": "Asia/Tokyo", "hanoi": "Asia/Ho_Chi_Minh",
        "munich": "Europe/Berlin", "hamburg": "Europe/Berlin", "frankfurt": "Europe/Berlin",
        "cologne": "Europe/Berlin", "leipzig": "Europe/Berlin", "lyon": "Europe/Paris", "marseille": "Europe/Paris",
        "geneva": "Europe/Zurich", "bern": "Europe/Zurich", "milan": "Europe/Rome", "naples": "Europe/Rome",
        "barcelona": "Europe/Madrid", "manchester": "Europe/London", "edinburgh": "Europe/London",
        "rotterdam": "Europe/Amsterdam", "st_petersburg": "Europe/Moscow", "kiev": "Europe/Kyiv",
        "washington": "America/New_York", "boston": "America/New_York", "miami": "America/New_York",
        "atlanta": "America/New_York", "philadelphia": "America/New_York", "houston": "America/Chicago",
        "dallas": "America/Chicago", "austin": "America/Chicago", "san_francisco": "America/Los_Angeles",
        "seattle": "America/Los_Angeles", "san_diego": "America/Los_Angeles", "las_vegas": "America/Los_Angeles",
        "montreal": "America/Toronto", "ottawa": "America/Toronto", "calgary": "America/Edmonton",
        "rio": "America/Sao_Paulo", "rio_de_janeiro": "America/Sao_Paulo", "brasilia": "America/Sao_Paulo",
        "cape_town": "Africa/Johannesburg", "canberra": "Australia/Sydney",
    ]
}
