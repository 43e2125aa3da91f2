// Editorial decides what is worth telling, and why: which alerts an article matches, which entries are the same
// entry or the same story, which stories are today's headlines, what goes into a digest.
// It is pure: articles, alerts and a time come in, values go out. It does no I/O, reads no clock and words nothing.
// FeedRefresh (keys and alerts), NewsWording, ItemDelivery and ChatCommands (headlines, digests, reasons) use it.
// The words themselves (folding, stems, the query grammar) are TextAnalysis's.
