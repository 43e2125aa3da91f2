internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let me = Command(
        name: "me",
        genericAliases: ["whoami"],
        isGeneric: true,
        topic: .settings,
        need: .account,
        mostWords: 0,
        effect: .shows
    ) {
        context,
        _ in
        let store = context.services.store
        let profile = try await context.profile()
        let speaker = context.services.catalogue.localizer(for: profile.settings)
        let identities = Command.names(try await store.identities(of: profile.id))
        var blocks: [RichText.Block] = [
            .heading(level: 2, speaker.spans("settings.me.title", ["name": .text(profile.name)]))
        ]
        func line(_ key: String, _ arguments: [String: MessageArgument]) {
            blocks.append(.item(marker: nil, speaker.spans(key, arguments)))
        }
        line("settings.me.identities", ["accounts": .names(identities)])
        for mailbox in try await Mailboxes(context).mailboxes(of: profile.id) {
            let address = mailbox.identity.account
            let paused = try await store.pauseReason(of: mailbox.identity.address)
            let state =
                mailbox.isUnsubscribed
                ? speaker.text("settings.me.mail.unsubscribed")
                : paused.map { reason in
                    speaker.text(
                        "settings.me.mail.paused",
                        ["reason": .text(String(reason.prefix(120))), "resume": .text(context.privateHint("resume"))]
                    )
                }
                    ?? speaker.text("settings.me.mail.\(mailbox.isConfirmed ? "confirmed" : "awaits")")
            line("settings.me.mailbox", ["mailbox": .text(address), "state": .text(state)])
        }
        line(
            "settings.me.language",
            ["language": .text(context.services.catalogue.name(ofLanguage: speaker.language))]
        )
        line(
            "settings.me.zone",
            ["zone": .text(ZoneName.shown(speaker.timeZone)), "time": .text(speaker.time(context.time))]
        )
        if let quiet = profile.settings.quietHours {
            let span = ClockWords.text(minuteOfDay: quiet.start) + "–" + ClockWords.text(minuteOfDay: quiet.end)
            line("settings.me.quiet", ["span": .text(span)])
        }
        line("settings.me.format", ["format": .text(speaker.text("settings.me.\(profile.settings.format.rawValue)"))])
        for text in try await QuotaLimits(context).quotaLines(of: profile, speaker) {
            blocks.append(.item(marker: nil, [.text(text)]))
        }
        blocks.append(
            .footer(
                speaker.spans(
                    "settings.me.next",
                    [
                        "forget": .text(context.privateHint("forget me")),
                        "link": .text(context.privateHint("link")),
                    ]
                )
            )
        )
        return context.privately(RichText(blocks))
    }
}
