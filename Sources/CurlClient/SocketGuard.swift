internal import CCurl
internal import Glibc

/// Limits one transfer to permitted addresses.
///
/// It checks when a socket is opened, and again before a request is sent. The second check also covers reused
/// connections.
final class SocketGuard {
    private let refusal: (IPAddress, UInt16) -> String?
    private var firstRefusal: HTTPClientError?
    private var hasOpenedSocket = false
    private let reservation: AddressReservation?
    private var isBusy = false

    /// `refusal` returns why an address and port must not be contacted; nil if they may be.
    ///
    /// `reservation` limits how often an address is contacted.
    init(reservation: AddressReservation? = nil, refusal: @escaping (IPAddress, UInt16) -> String?) {
        self.reservation = reservation
        self.refusal = refusal
    }

    /// Seconds until a busy address may be tried again; nil if something else ended the transfer.
    var busy: Double? { hasOpenedSocket || !isBusy ? nil : reservation?.wait }

    /// The refusal that ended the transfer; nil if some address was permitted, so that the cause is another one.
    var refused: HTTPClientError? { hasOpenedSocket ? nil : firstRefusal }

    func attach(to easy: EasyHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        easy.setOpenSocket { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue().openSocket(address)
        }
        easy.set(CURLOPT_PREREQDATA, pointer: context)
        easy.setPrerequest { context, address, _, port, _ in
            guard let context, let address else { return CURL_PREREQFUNC_ABORT }
            let socketGuard = Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue()
            return socketGuard.mayRequest(String(cString: address), port) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        var bytes = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let address: IPAddress
        switch ccurl_address(target, &bytes, &port) {
        case 4: address = IPAddress(v4: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        case 6: address = IPAddress(v6Bytes: bytes)
        default: return CURL_SOCKET_BAD
        }
        guard permits(address, port), isFree(address) else { return CURL_SOCKET_BAD }
        hasOpenedSocket = true
        return socket(
            target.pointee.family,
            target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            target.pointee.protocol
        )
    }

    private func mayRequest(_ text: String, _ port: Int32) -> Bool {
        guard let address = IPAddress(text), let port = UInt16(exactly: port), permits(address, port), isFree(address)
        else {
            // Only the address of the reused connection matters now.
            hasOpenedSocket = false
            return false
        }
        return true
    }

    private func isFree(_ address: IPAddress) -> Bool {
        guard let reservation, !reservation.begin(address.household.description) else { return true }
        isBusy = true
        return false
    }

    private func permits(_ address: IPAddress, _ port: UInt16) -> Bool {
        guard let reason = refusal(address, port) else { return true }
        if firstRefusal == nil {
            firstRefusal = .refusedAddress(address.description, reason: reason)
        }
        return false
    }
}
