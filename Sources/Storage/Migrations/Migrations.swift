import GRDB

/// The list of migrations.
///
/// It is append-only: a migration that has shipped is never edited.
///
/// `schema.sql` beside this file is the schema that the list creates in an empty database; a test compares them.
///
/// They are applied in the order of the list. Three of them (0009, 0022 and 0026) shipped after one with a higher
/// number and must stay there: 0009 and 0010 both add columns to `feed`, 0023 and 0022 to `recipient`. In another order
/// new databases would have their columns in another order than old ones.
enum Migrations {
    static func apply(to database: any DatabaseWriter, path: String) throws {
        let migrator = migrator()
        if try database.read(migrator.hasBeenSuperseded) { throw StorageError.databaseIsNewer(path: path) }
        if try database.read(migrator.hasCompletedMigrations) { return }
        try migrator.migrate(database)
        emptyLog(of: database)
    }

    /// The write-ahead log has grown by all that was written, which may be as much as the database, and SQLite never
    /// shortens it by itself.
    ///
    /// If another process reads it or the disk is full, the log stays as long as it is, and is used again.
    private static func emptyLog(of database: any DatabaseWriter) {
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-people") { try $0.execute(sql: Schema.people) }
        migrator.registerMigration("0002-feeds") { try $0.execute(sql: Schema.feeds) }
        migrator.registerMigration("0003-wishes") { try $0.execute(sql: Schema.subscriptions) }
        migrator.registerMigration("0004-ledger") { try $0.execute(sql: Schema.ledger) }
        migrator.registerMigration("0005-reading") { try $0.execute(sql: Schema.reading) }
        migrator.registerMigration("0006-rooms") { try $0.execute(sql: Schema.rooms) }
        migrator.registerMigration("0007-change-counters") { try $0.execute(sql: Schema.changeCounters) }
        migrator.registerMigration("0008-feed-changes") { try $0.execute(sql: Schema.feedChanges) }
        migrator.registerMigration("0010-catalogue") { try $0.execute(sql: Schema.catalogue) }
        migrator.registerMigration("0011-article-bodies") { try $0.execute(sql: Schema.articleBodies) }
        migrator.registerMigration("0012-saved-articles") { try $0.execute(sql: Schema.savedArticles) }
        migrator.registerMigration("0009-feed-manners") { try $0.execute(sql: Schema.feedManners) }
        migrator.registerMigration("0013-feed-health") { try $0.execute(sql: Schema.feedHealth) }
        migrator.registerMigration("0014-direct-index") { try $0.execute(sql: Schema.directIndex) }
        migrator.registerMigration("0015-posted-events") { try $0.execute(sql: Schema.postedEvents) }
        migrator.registerMigration("0016-feed-limits") { try $0.execute(sql: Schema.feedLimits) }
        migrator.registerMigration("0017-linking") { try $0.execute(sql: Schema.linking) }
        migrator.registerMigration("0018-room-manners") { try $0.execute(sql: Schema.roomManners) }
        migrator.registerMigration("0019-editable-posts") { try $0.execute(sql: Schema.editablePosts) }
        migrator.registerMigration("0020-presence") { try $0.execute(sql: Schema.presence) }
        migrator.registerMigration("0021-mail") { try $0.execute(sql: Schema.mail) }
        migrator.registerMigration("0023-pictures") { try $0.execute(sql: Schema.pictures) }
        migrator.registerMigration("0022-mutes") { try $0.execute(sql: Schema.mutes) }
        migrator.registerMigration("0024-unsubscribe-token") { try $0.execute(sql: Schema.unsubscribeToken) }
        migrator.registerMigration("0025-unconfirmed-mail") { try $0.execute(sql: Schema.unconfirmedMail) }
        migrator.registerMigration("0027-unconfirmed-deliveries") { try $0.execute(sql: Schema.unconfirmedDeliveries) }
        migrator.registerMigration("0026-arrivals") { try $0.execute(sql: Schema.arrivals) }
        migrator.registerMigration("0028-own-views") { try $0.execute(sql: Schema.ownViews) }
        migrator.registerMigration("0030-shares") { try $0.execute(sql: Schema.shares) }
        migrator.registerMigration("0032-sight") { try $0.execute(sql: Schema.sight) }
        migrator.registerMigration("0033-feed-voices") { try $0.execute(sql: Schema.feedVoices) }
        migrator.registerMigration("0036-visits") { try $0.execute(sql: Schema.visits) }
        migrator.registerMigration("0037-own-changes") { try $0.execute(sql: Schema.ownChanges) }
        migrator.registerMigration("0038-makers") { try Schema.addMakers(to: $0) }
        migrator.registerMigration("0039-delivery-slots") { try $0.execute(sql: Schema.deliverySlots) }
        migrator.registerMigration("0040-read-marks") { try $0.execute(sql: Schema.readMarks) }
        migrator.registerMigration("0041-counted-rows") { try $0.execute(sql: Schema.countedRows) }
        migrator.registerMigration("0043-format") { try $0.execute(sql: Schema.format) }
        migrator.registerMigration("0044-plain-names") { try $0.execute(sql: Schema.plainNames) }
        migrator.registerMigration("0048-moved-schedules") { try $0.execute(sql: Schema.movedSchedules) }
        migrator.registerMigration("0049-places") { try $0.execute(sql: Schema.places) }
        migrator.registerMigration("0050-events") { try $0.execute(sql: Schema.events) }
        migrator.registerMigration("0051-story-updates") { try $0.execute(sql: Schema.storyUpdates) }
        migrator.registerMigration("0052-late-index") { try $0.execute(sql: Schema.lateIndex) }
        migrator.registerMigration("0055-timed-pauses") { try $0.execute(sql: Schema.timedPauses) }
        migrator.registerMigration("0056-index-again") { try $0.execute(sql: Schema.indexAgain) }
        migrator.registerMigration("0060-kept-back-reports") { try $0.execute(sql: Schema.keptBackReports) }
        migrator.registerMigration("0061-fact-bytes") { try $0.execute(sql: Schema.factBytes) }
        migrator.registerMigration("0063-read-texts") { try $0.execute(sql: Schema.readTexts) }
        migrator.registerMigration("0071-category-settings") { try $0.execute(sql: Schema.categorySettings) }
        migrator.registerMigration("0072-layout") { try $0.execute(sql: Schema.layout) }
        migrator.registerMigration("0074-puzzles") { try $0.execute(sql: Schema.puzzles) }
        migrator.registerMigration("0075-filters") { try $0.execute(sql: Schema.filters) }
        migrator.registerMigration("0076-decisions") { try $0.execute(sql: Schema.decisions) }
        migrator.registerMigration("0077-smart-feeds") { try $0.execute(sql: Schema.smartFeeds) }
        migrator.registerMigration("0080-breaking-alerts") { try $0.execute(sql: Schema.breakingAlerts) }
        // Foreign keys are checked row by row: to check the whole database would take longer than these migrations.
        migrator.registerMigration("0081-followed-smart-feeds", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.followedSmartFeeds)
        }
        migrator.registerMigration("0083-list-views", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.listViews)
        }
        migrator.registerMigration("0084-own-wording", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.ownWording)
        }
        migrator.registerMigration("0085-hashed-keys", foreignKeyChecks: .immediate) { try Schema.hashKeys(in: $0) }
        migrator.registerMigration("0090-quiz-asked", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.quizAsked)
        }
        migrator.registerMigration("0091-unindexed-by-feed", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.unindexedByFeed)
        }
        migrator.registerMigration("0092-analysis-versions", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.analysisVersions)
        }
        migrator.registerMigration("0095-recorded-changes", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.recordedChanges)
        }
        migrator.registerMigration("0097-quiz-days", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.quizDays)
        }
        migrator.registerMigration("0099-feeds-of-articles", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.feedsOfArticles)
        }
        migrator.registerMigration("0100-puzzle-turns", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.puzzleTurns)
        }
        migrator.registerMigration("0101-updates-of-stories") { try $0.execute(sql: Schema.updatesOfStories) }
        migrator.registerMigration("0102-threads-of-feeds", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.threadsOfFeeds)
        }
        migrator.registerMigration("0103-begun-threads", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.begunThreads)
        }
        migrator.registerMigration("0104-uploaded-pictures", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.uploadedPictures)
        }
        migrator.registerMigration("0105-feed-icons", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.feedIcons)
        }
        migrator.registerMigration("0106-icons-due", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.iconsDue)
        }
        migrator.registerMigration("0107-decisions-on-breaking-news", foreignKeyChecks: .immediate) {
            try $0.execute(sql: Schema.decisionsOnBreakingNews)
        }
        return migrator
    }
}

/// The SQL of each migration, in one file for each topic.
enum Schema {}
