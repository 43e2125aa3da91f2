// CurlClient carries HTTP over libcurl: many transfers on one thread, each with limits and a deadline.
// A stranger's URL never reaches inside the operator's network: `AddressGuard` judges every address on every hop.
// It does not retry, cache, space out requests or know what a feed is; outcomes such as 304 and 410 are responses.
// `HTTPClient` is the way in; `TransferLoop` knows nothing of HTTP, so mail protocols can share it.
// Used by FeedRefresh (feeds and pages) and ChatNetworks (Matrix, mail).

internal import CCurl

/// The process-wide state of libcurl.
enum CurlLibrary {
    /// Whether libcurl is usable; the first reader initialises it.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
