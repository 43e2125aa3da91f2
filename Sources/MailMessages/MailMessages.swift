// MailMessages
