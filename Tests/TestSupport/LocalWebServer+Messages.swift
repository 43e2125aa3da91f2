import Glibc

/// Reads requests and writes responses until either side has had enough.
func serve(
    _ connection: Int32,
    number: Int,
    respond: (LocalWebServer.Request) -> LocalWebServer.Response
) {
    var input = ConnectionInput(connection: connection, number: number)
    while let request = input.nextRequest() {
        guard ConnectionOutput(connection: connection).send(respond(request)) else { return }
    }
}

private struct ConnectionInput {
    let connection: Int32
    let number: Int
    private var buffer: [UInt8] = []

    init(connection: Int32, number: Int) {
        self.connection = connection
        self.number = number
    }

    mutating func nextRequest() -> LocalWebServer.Request? {
        guard let head = takeHead() else { return nil }
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        guard !lines.isEmpty else { return nil }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3 else { return nil }
        let headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            return (name: String(parts[0]), value: String(value))
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        guard let body = take(length) else { return nil }
        return LocalWebServer.Request(
            method: String(words[0]),
            target: String(words[1]),
            headers: headers,
            body: body,
            connection: number
        )
    }

    private mutating func takeHead() -> [UInt8]? {
        let end = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            var index = searched
            while index + 4 <= buffer.count {
                if buffer[index] == end[0], Array(buffer[index..<index + 4]) == end {
                    return take(index + 4)
                }
                index += 1
            }
            searched = index
            guard buffer.count < 1 << 20, fill() else { return nil }
        }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk.prefix(count)
        return true
    }
}

/// POLLRDHUP, which Glibc's module hides behind _GNU_SOURCE.
private let peerClosed: Int16 = 0x2000

private struct ConnectionOutput {
    let connection: Int32

    /// Sends one response; false when the connection ends with it.
    func send(_ response: LocalWebServer.Response) -> Bool {
        switch response.body {
        case .bytes(let bytes):
            let hasBody = response.status != 304 && response.status != 204
            return send(head(response, length: hasBody ? bytes.count : nil) + (hasBody ? bytes : []))
        case .truncated(let bytes, let announced):
            _ = send(head(response, length: announced) + bytes)
        case .drip(let bytes, let pause):
            var isOpen = send(head(response, length: bytes.count))
            for byte in bytes where isOpen {
                isOpen = send([byte]) && !clientLeaves(within: pause)
            }
            return isOpen
        case .endless(let beginning, let pattern):
            var chunk = pattern
            while chunk.count < 64 << 10 {
                chunk += pattern
            }
            var isOpen = send(head(response, length: nil) + beginning)
            while isOpen {
                isOpen = send(chunk)
            }
        case .stalled:
            _ = send(head(response, length: 1)) && clientLeaves(within: -1)
        case .silence:
            _ = clientLeaves(within: -1)
        case .raw(let bytes):
            _ = send(bytes)
        case .rawEndless(let beginning, let pattern, let pause):
            var isOpen = send(beginning)
            while isOpen {
                isOpen = send(pattern) && !(pause > 0 && clientLeaves(within: pause))
            }
        }
        return false
    }

    private func head(_ response: LocalWebServer.Response, length: Int?) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) Status\r\n"
        for (name, value) in response.headers {
            head += "\(name): \(value)\r\n"
        }
        if let length {
            head += "Content-Length: \(length)\r\n"
        }
        return Array((head + "\r\n").utf8)
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func clientLeaves(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: connection, events: peerClosed, revents: 0)
        return poll(&descriptor, 1, milliseconds) != 0
    }
}
