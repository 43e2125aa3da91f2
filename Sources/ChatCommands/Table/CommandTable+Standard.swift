extension CommandTable {
    /// All commands, in the order in which help lists them.
    static let standard: CommandTable = CommandTable([
        .headlines, .news, .catchup, .view, .search, .podcasts, .videos, .near, .region, .map, .investing, .digest,
        .read, .more, .unread,
        .readall, .history, .save, .saved,
        .unsave, .why, .story,
        .sub, .unsub, .feeds, .feed, .category, .smart, .sports, .team, .template, .pause, .resume, .refresh, .undo,
        .sources, .discover, .preview, .import, .export,
        .alert, .mute, .unmute, .filter, .test,
        .schedules, .quiet,
        .games, .quiz, .word, .sudoku, .bee, .scores, .streak, .badges, .share,
        .start, .help, .set, .me, .link, .unlink, .forget, .yes, .no, .about,
    ])
}
