internal import CCurl

/// One libcurl easy handle and the memory that its options point to; used on the loop's thread only.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer

    /// The first option that libcurl rejected.
    ///
    /// Such a transfer must not run.
    private(set) var refusedOption: CURLcode?

    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText: UnsafeMutablePointer<CChar>

    init() throws(HTTPClientError) {
        guard let pointer = curl_easy_init() else { throw .libraryFailure(reason: "curl_easy_init") }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
        // libcurl must not change signal handlers; `WorkThread` blocks SIGPIPE instead.
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise a transfer that ends while its name is being resolved would block all others until the resolver is
        // done (lib/asyn-thread.c, Curl_resolver_kill).
        set(CURLOPT_QUICK_EXIT, 1)
    }

    deinit {
        curl_easy_cleanup(pointer)
        for list in lists {
            curl_slist_free_all(list)
        }
        errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) {
        note(ccurl_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, offset value: Int) {
        note(ccurl_set_offset(pointer, option, curl_off_t(value)))
    }

    func set(_ option: CURLoption, _ value: String) {
        note(ccurl_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) {
        note(ccurl_set_pointer(pointer, option, value))
    }

    /// Copies the bytes; the size option must be set before.
    func setCopy(_ option: CURLoption, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { note(ccurl_set_pointer(pointer, option, $0.baseAddress ?? UnsafeRawPointer(pointer))) }
    }

    func set(_ option: CURLoption, lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                note(CURLE_OUT_OF_MEMORY)
                break
            }
            list = longer
        }
        if let list {
            lists.append(list)
        }
        set(option, pointer: list)
    }

    func set(_ option: CURLoption, dataFunction: @escaping curl_write_callback) {
        note(ccurl_set_data_function(pointer, option, dataFunction))
    }

    func setOpenSocket(_ function: @escaping curl_opensocket_callback) {
        note(ccurl_set_opensocket_function(pointer, function))
    }

    func setPrerequest(_ function: @escaping curl_prereq_callback) {
        note(ccurl_set_prereq_function(pointer, function))
    }

    func setDebug(_ function: @escaping curl_debug_callback) {
        note(ccurl_set_debug_function(pointer, function))
    }

    func setProgress(_ function: @escaping curl_xferinfo_callback) {
        note(ccurl_set_progress_function(pointer, function))
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// A `…_TIME_T` value in seconds.
    func seconds(_ info: CURLINFO) -> Double {
        offset(info).map { Double($0) / 1_000_000 } ?? 0
    }

    func offset(_ info: CURLINFO) -> Int? {
        var value: curl_off_t = 0
        return ccurl_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : nil
    }

    func string(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard ccurl_get_string(pointer, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    /// libcurl's description of a failure, on one line.
    func reason(_ code: CURLcode) -> String {
        let text = String(cString: errorText)
        let words = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        return String(words.map { $0.isNewline ? " " : $0 })
    }

    private func note(_ code: CURLcode) {
        if code != CURLE_OK, refusedOption == nil {
            refusedOption = code
        }
    }
}
