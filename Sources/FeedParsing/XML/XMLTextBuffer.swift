internal import Glibc

/// The text since the last tag; it is outside of reference counting, because libxml2 delivers it in thousands of parts.
///
/// The C callbacks get it as their user data, with the run that handles everything else.
struct XMLTextBuffer {
    let run: Unmanaged<XMLRun>
    private(set) var bytes: UnsafeMutablePointer<UInt8>?
    private(set) var count = 0
    private var capacity = 0

    init(run: XMLRun) {
        self.run = .passUnretained(run)
    }

    static func from(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLTextBuffer>? {
        user?.assumingMemoryBound(to: XMLTextBuffer.self)
    }

    mutating func append(_ text: UnsafePointer<UInt8>?, _ length: Int32) {
        guard let text, length > 0 else { return }
        let length = Int(length)
        if count + length > capacity { grow(to: count + length) }
        guard let bytes, count + length <= capacity else { return }
        memcpy(bytes + count, text, length)
        count += length
    }

    private mutating func grow(to size: Int) {
        let size = max(16_384, size * 2)
        guard let larger = realloc(bytes, size) else { return }
        bytes = larger.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    mutating func clear() { count = 0 }

    func release() { free(bytes) }
}
