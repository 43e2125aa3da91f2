/// What publishers write where an article goes on behind a link.
package enum ReadMore {
    /// In lower case.
    package static let phrases = [
        "read more", "keep reading", "continue reading", "read the full article", "read the full story",
        "read full article", "read the rest", "read the rest of this entry", "weiterlesen", "lire la suite", "leer más",
        "seguir leyendo", "leia mais", "continua a leggere", "читать далее", "читать дальше", "阅读全文", "阅读更多",
        "続きを読む",
    ]
}
