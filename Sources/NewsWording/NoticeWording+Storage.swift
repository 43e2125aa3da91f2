internal import Localization
package import NewsModel

/// What operators are told once a day while no new feed is taken in; all numbers are bytes.
extension NoticeWording {
    package func diskShort(free: Int64, needed: Int64) -> RichText {
        localizer.richText("quota.notice.disk", ["free": megabytes(free), "limit": megabytes(needed)])
    }

    package func databaseLarge(used: Int64, limit: Int64) -> RichText {
        localizer.richText("quota.notice.ceiling", ["used": megabytes(used), "limit": megabytes(limit)])
    }

    private func megabytes(_ bytes: Int64) -> MessageArgument { .number(Int(bytes / 1_000_000)) }
}
