import Foundation
import Localization
import WebEndpoint

/// The pages of one-click unsubscription, in the browser's preferred language.
struct UnsubscribePages: Sendable {
    let catalogue: Catalogue

    func question(for request: WebRequest) -> WebAnswer {
        page(200, "mail.unsubscribeQuestion", hasButton: true, request)
    }

    func done(for request: WebRequest) -> WebAnswer { page(200, "mail.unsubscribeDone", request) }
    func later(for request: WebRequest) -> WebAnswer { page(503, "mail.unsubscribeLater", hasButton: true, request) }

    private func page(_ status: Int, _ key: String, hasButton: Bool = false, _ request: WebRequest) -> WebAnswer {
        let words = localizer(request)
        let title = Self.escaped(words.text("mail.unsubscribeTitle"))
        let button = Self.escaped(words.text("mail.unsubscribeButton"))
        // An empty action submits to the page's own address, even if the web server has changed the path.
        let form = """
            <form method="post" action=""><input type="hidden" name="List-Unsubscribe" value="One-Click">
            <button>\(button)</button></form>
            """
        let html = """
            <!DOCTYPE html>
            <html lang="\(words.language)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title)</title>
            <style>
            :root { color-scheme: light dark }
            body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 1.2rem }
            h1 { font-size: 1.4rem }
            button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: .4rem; background: #1a5fb4; color: #fff }
            </style></head>
            <body><h1>\(title)</h1><p>\(Self.escaped(words.text(key)))</p>
            \(hasButton ? form : "")
            </body></html>

            """
        return WebAnswer(status: status, contentType: "text/html; charset=utf-8", body: html)
    }

    private func localizer(_ request: WebRequest) -> Localizer {
        // Browsers list the preferred language first.
        let wanted = request.acceptLanguage.split(separator: ",").prefix(10).map { tag in
            tag.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        }
        return catalogue.localizer(language: wanted.lazy.compactMap { catalogue.language(matching: $0) }.first)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
