import TestSupport
import Testing

@testable import MailMessages

@Suite(.timed) struct ReplyTextTests {
    private static let answers = QuotedLineAnswers(numbered: ["save", "more", "mute"], alone: ["unsubscribe"])

    private func unquoted(_ text: String) -> String {
        ReplyText.unquoted(text, words: ShippedMailWords.programs, answers: Self.answers)
    }

    private func lines(of text: String, limit: Int = 10) -> [String] {
        ReplyText.lines(text, words: ShippedMailWords.programs, answers: Self.answers, limit: limit)
    }

    /// What programs put between an answer and what it answers; the answer stands above.
    @Test(arguments: [
        "On Sat, 21 Nov 2026 at 13:35, Crier <crier@example.org> wrote:\n\n> digest\n> 1. News",
        "On Sat, Nov 21, 2026 at 1:35 PM Crier the Bot <\ncrier@example.org> wrote:\n\n> digest",
        "On 2026-11-21 13:35, Crier\nwrote:\n> digest",
        "On Nov 21, 2026, at 1:35 PM, Crier <crier@example.org> wrote:\n\ndigest without marks\n1. News",
        "Am 21.11.2026 um 13:35 schrieb Crier:\n> digest",
        "Am Sa., 21. Nov. 2026 um 13:35 Uhr schrieb Crier <\ncrier@example.org>:\n\n> digest",
        "Le sam. 21 nov. 2026 à 13:35, Crier <crier@example.org> a écrit :\n\n> digest",
        "Le 21/11/2026 à 13:35, Crier a écrit\u{A0}:\n> digest",
        "El sáb, 21 nov 2026 a las 13:35, Crier (<crier@example.org>) escribió:\n\n> digest",
        "Il giorno sab 21 nov 2026 alle ore 13:35 Crier <crier@example.org>\nha scritto:\n\n> digest",
        "Em sáb., 21 de nov. de 2026 às 13:35, Crier <crier@example.org>\nescreveu:\n\n> digest",
        "Op za 21 nov 2026 om 13:35 schreef Crier <crier@example.org>:\n\n> digest",
        "Den lör 21 nov. 2026 kl 13:35 skrev Crier <crier@example.org>:\n\n> digest",
        "lør. 21. nov. 2026 kl. 13:35 skrev Crier <crier@example.org>:\n\n> digest",
        "la 21. marrask. 2026 klo 13.35 Crier (crier@example.org) kirjoitti:\n\n> digest",
        "sob., 21 lis 2026 o 13:35 Crier <crier@example.org> napisał(a):\n\n> digest",
        "W dniu 21.11.2026 o 13:35, Crier pisze:\n> digest",
        "so 21. 11. 2026 v 13:35 odesílatel Crier <crier@example.org> napsal:\n\n> digest",
        "сб, 21 нояб. 2026 г. в 13:35, Crier <crier@example.org>:\n\n> digest",
        "21.11.2026 13:35, Crier пишет:\n> digest",
        "21 Kas 2026 Cmt 13:35 tarihinde Crier <crier@example.org> şunları\nyazdı:\n\n> digest",
        "2026年11月21日(土) 13:35 Crier <crier@example.org>:\n\n> digest",
        "Crier <crier@example.org> 于2026年11月21日周六 13:35写道：\n\n> digest",
        "Crier <crier@example.org> 於 2026年11月21日 週六 13:35 寫道：\n\n> digest",
        "2026년 11월 21일 (토) 오후 1:35, Crier <crier@example.org>님이 작성:\n\n> digest",
        "Στις Σάβ 21 Νοε 2026 στις 1:35 μ.μ., ο χρήστης Crier <crier@example.org>\nέγραψε:\n\n> digest",
        "ma 20. lokakuuta 2026 klo 17.50 Crier\n<crier@example.org> kirjoitti:\n\ndigest",
        "-------- Zpráva od přítele --------\nOd: Crier\nDatum: x\nKomu: Alice\n\ndigest",
        "2026. nov. 21., szo 13:35 időpontban Crier <crier@example.org> ezt írta:\ndigest",
        "——————————————————————————————\n\n小满\n活动协调人",
        "From: Crier\n<crier@example.org>\nSent: Saturday\nTo: Alice\nSubject: x\n\ndigest",
        "Crier wrote:\n> digest", "Crier <crier@example.org> writes:\n\n> digest",
        "---- On Sat, 21 Nov 2026 13:35:01 +0000 Crier wrote ----\n\ndigest",
        "-----Original Message-----\nFrom: Crier\nSent: Saturday\n\ndigest",
        "-------- Original Message --------\nSubject: digest\n\nNews",
        "-----Ursprüngliche Nachricht-----\nVon: Crier\n\ndigest", "-----Message d'origine-----\nDe : Crier\n\ndigest",
        "------------------ 原始邮件 ------------------\n发件人: \"Crier\";\n\ndigest",
        "________________________________\nFrom: Crier <crier@example.org>\nSent: Saturday, November 21, 2026 1:35 PM\nTo: Alice\nSubject: Your digest\n\ndigest",
        "From: Crier <crier@example.org>\nSent: Saturday, November 21, 2026 1:35 PM\nTo: Alice\nSubject: Your digest\n\ndigest",
        "*From:* Crier <crier@example.org>\n*Sent:* Saturday\n*To:* Alice\n\ndigest",
        "Von: Crier\nGesendet: Samstag\nAn: Alice\nBetreff: x\n\ndigest",
        "De\u{A0}: Crier\nEnvoyé\u{A0}: samedi\nÀ\u{A0}: Alice\nObjet\u{A0}: x\n\ndigest",
        "发件人: Crier\n发送时间: 2026\n收件人: Alice\n主题: x\n\ndigest",
        "差出人: Crier\n送信日時: 2026\n宛先: Alice\n件名: x",
        "Date: Sat, 21 Nov 2026\nSubject: x\nFrom: crier@example.org\nTo: a@example.org\n\ndigest",
        "---------- Forwarded message ---------\nFrom: Crier\n\ndigest", "Begin forwarded message:\n\nFrom: Crier\n",
        "Anfang der weitergeleiteten Nachricht:\n\nVon: Crier",
        "-- \nAlice\n+1 555 0100", "--\nAlice", "Sent from my iPhone", "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone", "发自我的iPhone", "iPhoneから送信",
        "Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Crier",
        "Sent from Mail for Windows",
        "_______________________________________________\nlist mailing list\nlist@example.org", "> digest only",
        ">digest", ">> deep\n> digest", "> \n\n>",
    ])
    func `an answer on top is all that is left`(below: String) {
        #expect(unquoted("save 3\nmore 5\n\n\(below)") == "save 3\nmore 5")
        #expect(unquoted("\(below)") == "")
    }

    @Test(arguments: [
        ("> digest\n> 1. News\n\nsave 1\n", ["save 1"]),
        ("On 21 Nov 2026, Crier wrote:\n> 1. News\n\nsave 1\n> 2. More\nmute 2\n-- \nAlice", ["save 1", "mute 2"]),
        ("  save 3  \r\n\r\n\tmore 5\r\n", ["save 3", "more 5"]),
        ("sub https://example.org/feed", ["sub https://example.org/feed"]),
        ("alert from: Reuters\nto here", ["alert from: Reuters", "to here"]),
        ("news today:\nmore 5", ["news today:", "more 5"]),
        ("On second thought, mute 3", ["On second thought, mute 3"]),
        ("date: today\nquiet 22:00-07:00", ["date: today", "quiet 22:00-07:00"]),
        (
            "sent from the moon, this is my longer sentence that begins like a signature but is certainly not one of them",
            [
                "sent from the moon, this is my longer sentence that begins like a signature but is certainly not one of them"
            ]
        ),
        ("- one\n- two", ["- one", "- two"]),
        ("15.01.2024 14:30\n01/15/2024 at 2:30 PM", ["15.01.2024 14:30", "01/15/2024 at 2:30 PM"]),
        (
            "stories from: a@example.org and from: b@example.org\nThe data comes From: us",
            ["stories from: a@example.org and from: b@example.org", "The data comes From: us"]
        ),
        (
            "more 5 at 18:00 on 2026-11-21\nThe minister wrote: no",
            ["more 5 at 18:00 on 2026-11-21", "The minister wrote: no"]
        ), ("", []), ("\u{FEFF}\u{200B}stop\u{200B}", ["stop"]),
        ("alert \"he wrote\" 2", ["alert \"he wrote\" 2"]),
        ("digest at 18:00\n\nThanks!\n\nAlice", ["digest at 18:00", "Thanks!", "Alice"]),
        (
            "Sent from my iPhone\n\n> On Nov 21, 2026, at 1:35 PM, Crier <c@example.org> wrote:\n> digest\nsave 2",
            ["save 2"]
        ),
        (
            "> 1. BREAKING Storm Beta report number 0: what volcano beta means and some\nvery long\n"
                + "> line that was wrapped by the client\n> (19 more: \"more\")\n\nsave 5",
            ["save 5"]
        ),
        (
            "> 2. What the ministers of seven countries have agreed on in the program since\nsave\n"
                + "> line two\n\nsave 4", ["save 4"]
        ),
        (
            "> 2. What the ministers of seven countries have agreed on in the program\nsave 2\n> 3. More\n"
                + "> You get this mail because you asked for it. To end all mails from here,\nunsubscribe\n> more",
            ["save 2", "unsubscribe"]
        ),
        ("> 3. Title\nsave 3\n> 4. Another one\nsave 4\n> 5. The third\n", ["save 3", "save 4"]),
        (
            "> 2. What the ministers of seven countries have agreed on in the program\n\nsave 2\n\n> 3. More",
            ["save 2"]
        ),
        ("> " + String(repeating: "one line of flowed text ", count: 10) + "\nsave 1\n> more", ["save 1"]),
    ])
    func `what a person typed is kept`(text: String, lines: [String]) {
        #expect(self.lines(of: text) == lines)
    }

    @Test func `ten lines are enough`() {
        let text = (1...50).map { "save \($0)" }.joined(separator: "\n\n")
        #expect(lines(of: text) == (1...10).map { "save \($0)" })
        #expect(lines(of: text, limit: 0).isEmpty && lines(of: text, limit: -1).isEmpty)
    }
}
