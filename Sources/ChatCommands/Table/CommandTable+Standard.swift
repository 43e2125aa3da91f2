extension CommandTable {
    /// Every command there is, in the order help lists them.
    static let standard: CommandTable = CommandTable([
        .headlines, .news, .digest, .read, .more, .unread, .readall, .history, .save, .saved, .unsave, .why,
        .sub, .unsub, .feeds, .feed, .pause, .resume, .refresh, .undo,
        .sources, .discover, .preview, .import, .export,
        .alert, .mute, .unmute,
        .schedules, .quiet,
        .quiz,
        .start, .help, .set, .me, .link, .unlink, .forget, .yes, .about,
    ])
}
