internal import Localization
internal import NewsModel

extension CommandContext {
    /// An address as a person here would call it.
    func placeName(_ address: Address) -> String {
        switch address.kind {
        case .room: services.networks[address.network]?.shownName(ofRoom: address.target) ?? address.target
        case .person where services.networks[address.network]?.kind == .mail && address != person.address:
            PersonMailbox.masked(address.target)
        case .person: localizer.text(address == person.address ? "command.place.you" : "command.place.private")
        }
    }
}
