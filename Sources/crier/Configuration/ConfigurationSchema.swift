import TOMLReading

/// One option of the configuration file.
///
/// The reader, the suggestions of `crier check` and a test of `config.example.toml` use it.
struct ConfigurationOption: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case text
        case choice([String])
        case number(ClosedRange<Int>)
        case decimal(ClosedRange<Double>)
        case flag
        /// `90s`, `30m`, `12h`, `7d`, in seconds.
        case duration(ClosedRange<Double>)
        /// `500KB`, `200MB`, `10GB` or `0`, in bytes.
        case size
        case list
        /// One of these words, or a list.
        case choiceOrList([String])
    }

    /// `""` is the top of the file, `[storage]` a table, `[[irc]]` a table that may be repeated.
    var section: String
    var key: String
    var kind: Kind
    var isRequired = false

    /// As `irc.host`; options at the top of the file have no section.
    var fullName: String { section.isEmpty ? key : "\(section).\(key)" }

    /// Whether a change needs a restart; a reload ignores it.
    var needsRestart: Bool {
        switch section {
        case "", "matrix", "mail": true
        case "irc": key != "channels"
        case "storage": key == "path"
        default: false
        }
    }

    /// The values of the option in a file; one for each occurrence of a repeated table.
    func written(in file: [String: TOMLTree]) -> [TOMLTree?] {
        if section.isEmpty { return [file[key]] }
        return switch file[section] {
        case .table(let entries): [entries[key]]
        case .list(let tables): tables.map { if case .table(let entries) = $0 { entries[key] } else { nil } }
        default: [nil]
        }
    }
}

enum ConfigurationSchema {
    static let options: [ConfigurationOption] = [
        .init(section: "", key: "command_prefix", kind: .text),
        .init(section: "", key: "default_language", kind: .text),
        .init(section: "", key: "default_time_zone", kind: .text),
        .init(section: "", key: "admins", kind: .list),
        .init(section: "", key: "log_level", kind: .choice(["debug", "info", "notice", "warning", "error"])),
        .init(section: "", key: "count_use", kind: .flag),

        .init(section: "storage", key: "path", kind: .text),
        .init(section: "storage", key: "keep_days", kind: .number(1...36_500)),
        .init(section: "storage", key: "keep_per_feed", kind: .number(1...1_000_000)),
        .init(section: "storage", key: "max_per_feed", kind: .number(1...1_000_000)),

        .init(section: "storage", key: "first_entries", kind: .number(1...1_000_000)),
        .init(section: "storage", key: "new_per_day", kind: .number(1...1_000_000)),
        .init(section: "storage", key: "keep_unfollowed", kind: .duration(0...31_536_000)),
        .init(section: "storage", key: "max_size", kind: .size),
        .init(section: "storage", key: "min_free", kind: .size),
        .init(section: "storage", key: "decisions_per_day", kind: .number(0...10_000)),
        .init(section: "storage", key: "readings_per_person", kind: .number(10...1_000_000)),

        .init(section: "quotas", key: "subscriptions", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "alerts", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "schedules", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "mutes", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "filters", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "categories", kind: .number(0...1_000)),
        .init(section: "quotas", key: "smart_feeds", kind: .number(0...50)),
        .init(section: "quotas", key: "saved", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "bytes", kind: .size),
        .init(section: "quotas", key: "room_subscriptions", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "room_alerts", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "room_schedules", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "room_mutes", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "room_filters", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "room_categories", kind: .number(0...1_000)),
        .init(section: "quotas", key: "room_smart_feeds", kind: .number(0...50)),
        .init(section: "quotas", key: "created_subscriptions", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "created_alerts", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "created_schedules", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "created_mutes", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "created_filters", kind: .number(0...1_000_000)),
        .init(section: "quotas", key: "rooms_per_inviter", kind: .number(0...1_000)),
        .init(section: "quotas", key: "invited_channels", kind: .number(0...10_000)),

        .init(section: "fetch", key: "interval", kind: .duration(1...604_800)),
        .init(section: "fetch", key: "floor", kind: .duration(1...86_400)),
        .init(section: "fetch", key: "asked_floor", kind: .duration(1...86_400)),
        .init(section: "fetch", key: "host_spacing", kind: .duration(0...3_600)),
        .init(section: "fetch", key: "address_spacing", kind: .duration(0...3_600)),
        .init(section: "fetch", key: "allow_addresses", kind: .list),
        .init(section: "fetch", key: "proxy", kind: .text),
        .init(section: "fetch", key: "ca_file", kind: .text),
        .init(section: "fetch", key: "contact", kind: .text),
        .init(section: "fetch", key: "parallel", kind: .number(1...512)),
        .init(section: "fetch", key: "parse_threads", kind: .number(1...64)),
        .init(section: "fetch", key: "parse_seconds", kind: .duration(1...600)),

        .init(section: "limits", key: "commands_per_minute", kind: .number(1...10_000)),
        .init(section: "limits", key: "commands_burst", kind: .number(1...10_000)),
        .init(section: "limits", key: "room_commands_per_minute", kind: .number(1...100_000)),
        .init(section: "limits", key: "room_commands_burst", kind: .number(1...100_000)),
        .init(section: "limits", key: "guests_per_host", kind: .number(1...1_000)),
        .init(section: "limits", key: "sites_per_minute", kind: .number(1...10_000)),
        .init(section: "limits", key: "sites_burst", kind: .number(1...10_000)),
        .init(section: "limits", key: "feeds_per_line", kind: .number(10...500)),
        .init(section: "limits", key: "all_sites_per_minute", kind: .number(1...100_000)),
        .init(section: "limits", key: "all_sites_burst", kind: .number(1...100_000)),
        .init(section: "limits", key: "sites_at_once", kind: .number(1...512)),
        .init(section: "limits", key: "people_at_once", kind: .number(2...10_000)),
        .init(section: "limits", key: "waiting", kind: .number(1...100_000)),
        .init(section: "limits", key: "waiting_per_person", kind: .number(1...1_000)),

        .init(section: "rooms", key: "idle_minutes", kind: .number(0...1_440)),
        .init(section: "rooms", key: "lines_per_hour", kind: .number(1...3_600)),

        .init(section: "alerts", key: "pattern_size", kind: .number(50...100_000)),
        .init(section: "alerts", key: "patterns_per_query", kind: .number(0...40)),
        .init(section: "alerts", key: "pattern_text", kind: .number(100...65_536)),
        .init(section: "alerts", key: "heavy_alerts", kind: .number(0...1_000)),
        .init(section: "alerts", key: "created_heavy_alerts", kind: .number(0...1_000)),
        .init(section: "alerts", key: "time", kind: .duration(0.05...60)),

        .init(section: "search", key: "candidates", kind: .number(100...100_000)),
        .init(section: "search", key: "newest", kind: .number(100...1_000_000)),
        .init(section: "search", key: "time", kind: .duration(0.05...60)),
        .init(section: "search", key: "at_once", kind: .number(1...64)),

        .init(section: "games", key: "question_time", kind: .duration(2...600)),
        .init(section: "games", key: "quiz_reports", kind: .number(1...100_000)),
        .init(section: "games", key: "quiz_reports_per_day", kind: .number(0...1_000)),
        .init(section: "games", key: "quiz_reports_shown", kind: .number(1...100)),

        .init(section: "catalogue", key: "default_selection", kind: .flag),

        .init(section: "feed", key: "url", kind: .text, isRequired: true),
        .init(section: "feed", key: "name", kind: .text),
        .init(section: "feed", key: "category", kind: .text),

        .init(section: "irc", key: "name", kind: .text, isRequired: true),
        .init(section: "irc", key: "host", kind: .text, isRequired: true),
        .init(section: "irc", key: "port", kind: .number(1...65_535)),
        .init(section: "irc", key: "tls", kind: .flag),
        .init(section: "irc", key: "servers", kind: .list),
        .init(section: "irc", key: "bind_address", kind: .text),
        .init(section: "irc", key: "proxy", kind: .text),
        .init(section: "irc", key: "ca_file", kind: .text),
        .init(section: "irc", key: "nick", kind: .text),
        .init(section: "irc", key: "real_name", kind: .text),
        .init(section: "irc", key: "channels", kind: .list),
        .init(section: "irc", key: "password_file", kind: .text),
        .init(section: "irc", key: "sasl_account", kind: .text),
        .init(section: "irc", key: "sasl_password_file", kind: .text),
        .init(section: "irc", key: "sasl_certificate_file", kind: .text),
        .init(section: "irc", key: "sasl_key_file", kind: .text),
        .init(section: "irc", key: "nickserv", kind: .text),
        .init(section: "irc", key: "invites", kind: .choice(["nobody", "admins", "anyone"])),
        .init(section: "irc", key: "identity", kind: .choice(["account", "nick", "off"])),
        .init(section: "irc", key: "identity_expires_days", kind: .number(0...36_500)),
        .init(section: "irc", key: "lines_per_second", kind: .decimal(0.05...1_000)),
        .init(section: "irc", key: "burst", kind: .number(1...1_000)),

        .init(section: "matrix", key: "name", kind: .text, isRequired: true),
        .init(section: "matrix", key: "homeserver", kind: .text),
        .init(section: "matrix", key: "user", kind: .text, isRequired: true),
        .init(section: "matrix", key: "password_file", kind: .text),
        .init(section: "matrix", key: "access_token_file", kind: .text),
        .init(section: "matrix", key: "refresh_token_file", kind: .text),
        .init(section: "matrix", key: "display_name", kind: .text),
        .init(section: "matrix", key: "ca_file", kind: .text),
        .init(section: "matrix", key: "invites", kind: .choiceOrList(["nobody", "admins", "anyone"])),
        .init(section: "matrix", key: "answer_within", kind: .duration(0...604_800)),
        .init(section: "matrix", key: "receipts", kind: .flag),
        .init(section: "matrix", key: "typing", kind: .flag),
        .init(section: "matrix", key: "icons", kind: .flag),

        .init(section: "mail", key: "address", kind: .text, isRequired: true),
        .init(section: "mail", key: "display_name", kind: .text),
        .init(section: "mail", key: "smtp_url", kind: .text, isRequired: true),
        .init(section: "mail", key: "imap_url", kind: .text),
        .init(section: "mail", key: "starttls", kind: .choice(["required", "off"])),
        .init(section: "mail", key: "user", kind: .text),
        .init(section: "mail", key: "password_file", kind: .text),
        .init(section: "mail", key: "access_token_file", kind: .text),
        .init(section: "mail", key: "imap_user", kind: .text),
        .init(section: "mail", key: "imap_password_file", kind: .text),
        .init(section: "mail", key: "ca_file", kind: .text),
        .init(section: "mail", key: "authserv_id", kind: .text),
        .init(section: "mail", key: "subaddress_separator", kind: .text),
        .init(section: "mail", key: "poll", kind: .duration(1...86_400)),
        .init(section: "mail", key: "answers_per_hour", kind: .number(1...1_000)),
        .init(section: "mail", key: "answers_per_guest", kind: .number(1...1_000)),
        .init(section: "mail", key: "guest_answers_per_domain", kind: .number(1...100_000)),
        .init(section: "mail", key: "guest_answers_per_hour", kind: .number(1...100_000)),
        .init(section: "mail", key: "icons", kind: .number(0...100)),
        .init(section: "mail", key: "unsubscribe_url", kind: .text),
        .init(section: "mail", key: "unsubscribe_listen", kind: .text),
    ]

    static let tables: Set<String> = [
        "storage", "quotas", "fetch", "limits", "rooms", "alerts", "search", "games", "catalogue", "mail",
    ]
    static let repeatedTables: Set<String> = ["feed", "irc", "matrix"]

    /// The changed options that need a restart, such as `irc.host`.
    static func changesNeedingRestart(
        from old: [String: TOMLTree],
        to new: [String: TOMLTree]
    ) -> [String] {
        changed(from: old, to: new).filter(\.needsRestart).map(\.fullName)
    }

    /// The changed options that a reload takes up, such as `limits.waiting`.
    ///
    /// Addresses of feeds are left out: which feeds are new is known only where they are stored.
    static func changesTakenUp(from old: [String: TOMLTree], to new: [String: TOMLTree]) -> [String] {
        let hasOtherFeeds = option("feed", "url").map { $0.written(in: old) != $0.written(in: new) } ?? false
        return changed(from: old, to: new)
            .filter { !$0.needsRestart && ($0.section != "feed" || !hasOtherFeeds) }.map(\.fullName)
    }

    private static func changed(
        from old: [String: TOMLTree],
        to new: [String: TOMLTree]
    ) -> [ConfigurationOption] {
        options.filter { $0.written(in: old) != $0.written(in: new) }
    }

    static func option(_ section: String, _ key: String) -> ConfigurationOption? {
        options.first { $0.section == section && $0.key == key }
    }
}
