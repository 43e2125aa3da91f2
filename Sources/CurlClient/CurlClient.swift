// CurlClient carries HTTP over libcurl: transfers on threads of their own, each with limits and a deadline.
// A stranger's URL never reaches inside the operator's network: `AddressGuard` judges every address on every hop.
// It does not retry, cache, space out requests or know what a feed says; every status is an outcome, not an error.
// `HTTPClient` is the way in; `LineConnection` is the way in for line protocols; `TransferLoop` knows no protocol.
// Used by FeedRefresh (feeds and pages), ChatNetworks and MatrixClient (Matrix), MailTransport (SMTP and IMAP).

internal import CCurl
internal import Glibc

/// The process-wide state of libcurl.
enum CurlLibrary {
    /// Whether libcurl is usable; the first reader initialises it.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private nonisolated(unsafe) static let utf8Locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Lets the calling thread read names outside ASCII: libcurl takes their encoding from the locale.
    static func useUTF8Locale() -> locale_t? {
        utf8Locale.flatMap { uselocale($0) }
    }

    static func restoreLocale(_ locale: locale_t?) {
        if let locale {
            uselocale(locale)
        }
    }
}
