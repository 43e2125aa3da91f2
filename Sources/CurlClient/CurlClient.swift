// CurlClient: HTTP and line protocols over libcurl, with separate threads, limits and deadlines.
// `HTTPClient` fetches URLs. `LineConnection` talks to SMTP and IMAP servers. `TransferLoop` runs any transfer.
// `AddressGuard` checks every address of an untrusted URL, so that it never reaches the operator's network.
// It does not retry or cache, and it knows no feed formats. Every HTTP status is a response, not an error.
// Used by FeedRefresh (feeds), ChatNetworks and MatrixClient (Matrix), MailTransport (SMTP and IMAP), and crier.

internal import CCurl
internal import Glibc

/// The process-wide state of libcurl.
enum CurlLibrary {
    /// Whether libcurl is usable.
    ///
    /// The first access initialises it.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private nonisolated(unsafe) static let utf8Locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Sets a UTF-8 locale for the calling thread, because libcurl takes the encoding of names from the locale.
    static func useUTF8Locale() -> locale_t? {
        utf8Locale.flatMap { uselocale($0) }
    }

    static func restoreLocale(_ locale: locale_t?) {
        if let locale {
            uselocale(locale)
        }
    }
}
