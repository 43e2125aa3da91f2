/// How a call ended.
package enum MatrixOutcome<Value: Sendable>: Sendable {
    case success(Value)
    /// 429: not before so many seconds.
    case limited(seconds: Double)
    /// The access token is no longer good; after a soft logout the device is still there.
    case loggedOut(isSoft: Bool)
    /// The server understood and says no.
    case refused(MatrixRefusal)
    /// No answer, or one that says nothing of the call: 5xx, broken connections, no JSON.
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

    /// There was an answer, longer than we take or than the way to us lets through.
    package var isCut: Bool { if case .unavailable(cutAnswer, _) = self { true } else { false } }

    /// For the log: no body, no token.
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
    /// Such as `M_FORBIDDEN`; empty when the answer had none.
    package var code: String
    package var message: String

    package var description: String { "\(status) \(code) \(message)" }
}
