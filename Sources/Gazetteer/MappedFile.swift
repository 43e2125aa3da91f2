internal import Glibc

/// A file in memory, read by the system as it is needed; unmapped when the last user lets go.
final class MappedFile: Sendable {
    let path: String
    let size: Int
    private nonisolated(unsafe) let start: UnsafeRawPointer

    init(path: String) throws(GazetteerError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path: path, code: errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .cannotRead(path: path, code: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .cannotRead(path: path, code: EISDIR) }
        guard facts.st_size > 0 else { throw .truncated(path: path) }
        let mapped = mmap(nil, facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { throw .cannotRead(path: path, code: errno) }
        self.path = path
        size = facts.st_size
        start = UnsafeRawPointer(mapped)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: start), size)
    }

    /// A part of the file; nil when it does not lie in it.
    func section(offset: Int, length: Int) -> FileSection? {
        guard offset >= 0, length >= 0, offset <= size, length <= size - offset else { return nil }
        return FileSection(bytes: start + offset, length: length)
    }
}

/// A part of a mapped file.
///
/// Reads outside it give 0. Whoever keeps a part keeps the `MappedFile` too.
struct FileSection: Sendable {
    nonisolated(unsafe) let bytes: UnsafeRawPointer?
    let length: Int

    func byte(_ offset: Int) -> UInt8 {
        guard let bytes, offset >= 0, offset < length else { return 0 }
        return bytes.load(fromByteOffset: offset, as: UInt8.self)
    }

    func half(_ offset: Int) -> UInt16 {
        guard let bytes, offset >= 0, offset <= length - 2 else { return 0 }
        return UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func word(_ offset: Int) -> UInt32 {
        guard let bytes, offset >= 0, offset <= length - 4 else { return 0 }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func string(at offset: Int, length count: Int) -> String {
        guard let bytes, offset >= 0, count >= 0, offset <= length, count <= length - offset else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: bytes + offset, count: count), as: UTF8.self)
    }

    func equals(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard let bytes, offset >= 0, offset <= length, other.count <= length - offset else { return false }
        guard let start = other.baseAddress else { return true }
        return memcmp(bytes + offset, start, other.count) == 0
    }
}
