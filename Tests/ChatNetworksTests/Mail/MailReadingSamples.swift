import MailTalk
import TestSupport

enum Sample {
    static let tokens = MailTokens(own: WrittenMail.address("crier@bot.test"), separator: "+")
}
