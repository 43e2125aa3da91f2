import Foundation
import TestSupport

/// What mail programs make of an answer: the type headers, an empty line and the body.
enum MailProgram: CaseIterable {
    /// The answer below the quotation.
    case thunderbird
    /// The answer above the whole mail, which has no marks.
    case outlook
    /// The answer above a marked quotation, and as HTML.
    case gmail
    /// HTML alone.
    case phone

    func body(_ answer: String, answering mail: SeenMail) -> String {
        let quoted = mail.text.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
            .joined(separator: "\n")
        let lines = answer.split(separator: "\n").map(String.init)
        let sender = MailScene.bareAddress(mail["From"])
        switch self {
        case .thunderbird:
            return """
                Content-Type: text/plain; charset=UTF-8; format=flowed
                Content-Transfer-Encoding: 8bit

                On 11/21/26 17:05, Crier wrote:
                \(quoted)

                \(answer)

                """
        case .outlook:
            let header = """
                From: Crier <\(sender)>
                Sent: Saturday, November 21, 2026 5:05 PM
                To: \(mail["To"])
                Subject: \(mail["Subject"])
                """
            let html = """
                <html><body>\(lines.map { "<p class=\"MsoNormal\">\($0)<o:p></o:p></p>" }.joined())
                <div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">
                <p class="MsoNormal"><b>From:</b> Crier &lt;\(sender)&gt;<br><b>Sent:</b> Saturday, November 21, 2026 5:05 PM
                <br><b>To:</b> \(mail["To"])<br><b>Subject:</b> \(mail["Subject"])</p></div>\(mail.html)</body></html>
                """
            let text = lines.joined(separator: "\n\n") + "\n\n" + header + "\n\n" + mail.text
            return alternative(text, html)
        case .gmail:
            let line = "On Sat, 21 Nov 2026 at 17:05, Crier <\(sender)> wrote:"
            let html = """
                <div dir="ltr">\(lines.map { "<div>\($0)</div>" }.joined())</div><br>
                <div class="gmail_quote"><div dir="ltr" class="gmail_attr">\
                On Sat, 21 Nov 2026 at 17:05, Crier &lt;\(sender)&gt; wrote:<br></div>
                <blockquote class="gmail_quote" style="margin:0 0 0 .8ex">\(mail.html)</blockquote></div>
                """
            return alternative(answer + "\n\n" + line + "\n\n" + quoted, html)
        case .phone:
            let html = """
                <html><head></head><body dir="auto">\(lines.map { "<div>\($0)</div>" }.joined())<br>
                <div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">\
                On 21 Nov 2026, at 17:05, Crier &lt;\(sender)&gt; wrote:<br><br></blockquote></div>
                <blockquote type="cite"><div dir="ltr">\(mail.html)</div></blockquote></body></html>
                """
            return """
                Content-Type: text/html; charset=utf-8
                Content-Transfer-Encoding: base64

                \(Data(html.utf8).base64EncodedString(options: .lineLength76Characters))

                """
        }
    }

    private func alternative(_ text: String, _ html: String) -> String {
        func encoded(_ text: String) -> String {
            Data(text.utf8).base64EncodedString(options: .lineLength76Characters)
        }
        return """
            Content-Type: multipart/alternative; boundary="=_two"

            --=_two
            Content-Type: text/plain; charset="utf-8"
            Content-Transfer-Encoding: base64

            \(encoded(text))
            --=_two
            Content-Type: text/html; charset="utf-8"
            Content-Transfer-Encoding: base64

            \(encoded(html))
            --=_two--

            """
    }
}
