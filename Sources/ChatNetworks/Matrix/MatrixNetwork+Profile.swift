import Logging
import MatrixClient

extension MatrixNetwork {
    /// Shows the configured name, where the server lets accounts choose theirs and it is not shown yet.
    func showDisplayName(_ session: MatrixSession, of user: String) async {
        guard let name = options.displayName else { return }
        let current = await session.call(.displayName(of: user))
        switch current {
        case .success(let json) where json["displayname"]?.string == name: return
        // 404: there is none yet.
        case .success, .refused: break
        case .limited, .loggedOut, .unavailable: return
        }
        if let json = await session.call(.capabilities).value, !ServerCapabilities(json).maySetDisplayName { return }
        if let problem = await session.call(.setDisplayName(name, of: user)).problem {
            log.notice("Matrix display name not set", metadata: facts.merging(["reason": "\(problem)"]) { $1 })
        }
    }
}
