internal import Glibc

/// Days as IMAP writes them (RFC 3501, `date`).
enum IMAPDate {
    /// The day so many days before a Unix time, in UTC: `1-Feb-2026`.
    static func day(_ days: Int, before time: Int) -> String {
        var seconds = time_t(time - min(max(0, days), 36_500) * 86_400)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months.indices.contains(Int(parts.tm_mon)) ? months[Int(parts.tm_mon)] : "Jan"
        return "\(parts.tm_mday)-\(month)-\(Int(parts.tm_year) + 1900)"
    }

    static var now: Int { Glibc.time(nil) }
}
