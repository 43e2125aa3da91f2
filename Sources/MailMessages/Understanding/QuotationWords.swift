// A table of data: the words with which mail programs of many languages begin a quotation.

enum QuotationWords {
    /// `wrote` and its kin, in a line that ends in a colon.
    static let wrote = [
        " wrote", "writes", " sent:", "schrieb", "a écrit", "ecrit", "escribió", "escribio", "ha scritto", "escreveu",
        "schreef", "geschreven",
        "skrev", "kirjoitti", "napsal", "napísal", "napisał", "napisal", "написал", "pisze", "пишет", "написав", "пише",
        "έγραψε", "yazdı",
        "yazmış", "írta", "a scris", "написа", "napisao", "je pisal", "rakstīja", "parašė", "rašė", "kirjutas",
        "skrifaði", "写道",
        "写到", "寫道", "のメール", "書きました", "님이 작성", "님이 쓴", "đã viết", "menulis", "เขียนว่า", "כתב", "كتب", "نوشت", "ha escrit",
        "idatzi du", "scríobh", "ysgrifennodd",
    ]

    /// What people write between the lines of a quotation, with a number behind it.
    static let numberedAnswers: Set<String> = [
        "save", "read", "more", "mute", "why", "unsave", "unmute", "unsub", "sub",
    ]
    /// The one word that must be heard wherever it stands.
    static let endings: Set<String> = ["unsubscribe", "退订", "退訂"]

    /// How such a line begins where it is wrapped over several.
    static let wroteStarts = [
        "on ", "am ", "le ", "el ", "il ", "em ", "op ", "den ", "dne ", "dňa ", "dnia ", "w dniu ", "pe ", "în ",
        "vào ", "pada ",
        "στις ", "στο ", "a(z) ", "den. ", "ons ", "tor ", "fre ", "lör ", "sön ", "mån ", "tis ", "man. ", "tir. ",
        "ons. ", "tor. ",
        "fre. ", "lør. ", "søn. ", "в ", "пн, ", "вт, ", "ср, ", "чт, ", "пт, ", "сб, ", "вс, ", "el vie", "el lun",
        "el mar", "el mié",
        "el jue", "el sáb", "el dom", "il giorno ", "at ", "quoting ",
    ]

    /// Between dashes, or alone with a colon; what follows is another's mail.
    static let originals = [
        "original message", "original appointment", "forwarded message", "begin forwarded message", "reply message",
        "message transféré",
        "message d'origine", "message original", "message réexpédié", "début du message réexpédié",
        "début du message transféré",
        "ursprüngliche nachricht", "originalnachricht", "weitergeleitete nachricht",
        "anfang der weitergeleiteten nachricht",
        "anfang der weitergeleiteten e-mail", "mensaje original", "mensaje reenviado", "inicio del mensaje reenviado",
        "messaggio originale", "messaggio inoltrato", "inizio messaggio inoltrato", "mensagem original",
        "mensagem encaminhada",
        "início da mensagem reencaminhada", "oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht",
        "begin doorgestuurd bericht", "ursprungligt meddelande", "originalmeddelande", "vidarebefordrat meddelande",
        "vidarebefordrat brev", "oprindelig meddelelse", "oprindelig besked", "videresendt meddelelse",
        "opprinnelig melding",
        "videresendt melding",
        "alkuperäinen viesti", "välitetty viesti", "wiadomość oryginalna", "oryginalna wiadomość",
        "wiadomość przekazana",
        "původní zpráva", "přeposlaná zpráva", "pôvodná správa", "eredeti üzenet", "mesaj original",
        "исходное сообщение",
        "оригинальное сообщение", "пересылаемое сообщение", "переадресованное сообщение", "оригінальне повідомлення",
        "asıl ileti",
        "özgün ileti", "orijinal mesaj", "αρχικό μήνυμα", "原始邮件", "原始信件", "原始郵件", "转发邮件", "轉寄郵件", "已转发邮件",
        "元のメッセージ", "転送されたメッセージ", "원본 메시지", "원본 메일", "원본 이메일", "전달된 메시지", "הודעה מקורית", "الرسالة الأصلية",
    ]

    /// Before the colon of a quoted mail's headers.
    static let from: Set = [
        "from", "von", "de", "da", "van", "från", "fra", "od", "от", "от кого", "від", "发件人", "寄件者", "寄件人", "差出人",
        "送信者", "보낸 사람",
        "보낸사람", "kimden", "gönderen", "lähettäjä", "feladó", "expéditeur", "remitente", "mittente", "remetente",
        "avsändare", "από",
        "מאת", "من", "absender", "afzender", "nadawca", "odesílatel",
    ]

    static let otherHeaders: Set = [
        "sent", "date", "to", "subject", "cc", "gesendet", "datum", "an", "betreff", "envoyé", "envoyé le", "à",
        "objet", "copie à",
        "enviado", "enviado el", "enviados", "enviada em", "enviado em", "para", "asunto", "assunto", "fecha", "data",
        "inviato", "oggetto",
        "a", "verzonden", "aan", "onderwerp", "skickat", "till", "ämne", "kopia", "sendt", "til", "emne", "dato",
        "wysłano", "do", "temat",
        "dw", "odesláno", "komu", "předmět", "predmet", "отправлено", "дата", "кому", "тема", "копия", "надіслано",
        "发送时间", "时间", "日期",
        "收件人", "抄送", "主题", "寄件日期", "收件者", "主旨", "副本", "送信日時", "日時", "宛先", "件名", "보낸 날짜", "날짜", "받는 사람", "받는사람", "제목",
        "참조", "gönderildi", "tarih", "kime", "konu", "lähetetty", "vastaanottaja", "aihe", "küldve", "címzett", "tárgy",
        "reply-to",
        "σταλθηκε", "ημερομηνία", "προς", "θέμα", "נשלח", "אל", "נושא", "تاريخ الإرسال", "إلى", "الموضوع",
    ]

    /// Lines that telephones and web services add.
    static let deviceSignatures = [
        "sent from my ", "sent from mobile", "sent from mail for ", "sent from yahoo mail", "sent from outlook",
        "sent from samsung",
        "sent from proton", "sent from tutanota", "sent from gmail mobile", "sent from nine", "sent from spark",
        "sent via ",
        "sent using ", "sent with ", "get outlook for ", "get bluemail for ", "gesendet von ", "von meinem ",
        "gesendet mit ", "von meinen ",
        "diese nachricht wurde von meinem ", "holen sie sich outlook", "outlook für ", "envoyé de mon ",
        "envoyé depuis ", "envoyé de ",
        "envoyé à partir de ", "obtenir outlook", "télécharger outlook", "enviado desde ", "enviado de ",
        "enviado do meu ",
        "enviado a partir de ", "obtener outlook", "obter o outlook", "inviato da", "scarica outlook",
        "ottieni outlook", "verzonden vanaf ",
        "verstuurd vanaf ", "verzonden met ", "outlook voor ", "skickat från ", "hämta outlook", "sendt fra ",
        "hent outlook",
        "lähetetty ", "wysłano z ", "wysłane z ", "pobierz outlook", "odesláno z ", "odoslané z ", "отправлено с ",
        "отправлено из ",
        "надіслано з ", "iphone'umdan gönderildi", "iphone'dan gönderildi", "στάλθηκε από ", "发自我的", "发自 ", "從我的",
        "自我的", "来自我的",
        "iphoneから送信", "ipadから送信", "私のiphoneから送信", "나의 iphone에서 보냄", "내 iphone에서 보냄", "נשלח מה", "أرسلت من",
    ]

    /// Lines with which list servers begin what they add.
    static let listFooters = [
        "you received this message because you are subscribed", "to unsubscribe from this group",
        "you are receiving this because",
        "reply to this email directly or view it on", "to unsubscribe send an email to", "to unsubscribe, e-mail:",
        "to unsubscribe from this list", "unsubscribe here:", "diese nachricht erhalten sie, weil",
    ]
}
