/// The outcome of a call.
package enum MatrixOutcome<Value: Sendable>: Sendable {
    case success(Value)
    /// Status 429: retry after this many seconds.
    case limited(seconds: Double)
    /// The access token is no longer valid; after a soft logout the device still exists.
    case loggedOut(isSoft: Bool)
    /// The server understood the request and refused it.
    case refused(MatrixRefusal)
    /// No answer, or one that does not tell what became of the call: 5xx, a lost connection, invalid JSON.
    case unavailable(reason: String, mayHaveArrived: Bool)

    package func map<Other: Sendable>(_ transform: (Value) -> Other?) -> MatrixOutcome<Other> {
        switch self {
        case .success(let value):
            transform(value).map { .success($0) }
                ?? .unavailable(reason: "an answer without what was asked for", mayHaveArrived: true)
        case .limited(let seconds): .limited(seconds: seconds)
        case .loggedOut(let isSoft): .loggedOut(isSoft: isSoft)
        case .refused(let refusal): .refused(refusal)
        case .unavailable(let reason, let mayHaveArrived):
            .unavailable(reason: reason, mayHaveArrived: mayHaveArrived)
        }
    }

    package var value: Value? { if case .success(let value) = self { value } else { nil } }

    /// The answer was longer than our limit or was cut off on its way.
    package var isCut: Bool { if case .unavailable(cutAnswer, _) = self { true } else { false } }

    /// A text for the log; contains neither body nor token.
    ///
    /// Nil on success.
    package var problem: String? {
        switch self {
        case .success: nil
        case .limited(let seconds): "slow down for \(seconds) s"
        case .loggedOut(let isSoft): isSoft ? "logged out, the device stays" : "logged out"
        case .refused(let refusal): refusal.description
        case .unavailable(let reason, _): reason
        }
    }
}

let cutAnswer = "an answer that is cut off"

/// A 4xx answer.
package struct MatrixRefusal: Hashable, Sendable, CustomStringConvertible {
    package var status: Int
    /// Such as `M_FORBIDDEN`; empty when the answer had no code.
    package var code: String
    package var message: String

    package var description: String { "\(status) \(code) \(message)" }
}
