// Editorial decides which news is important, and why: which alerts an article matches, which entries are the same
// entry or the same story, which stories are the top headlines, and what a digest contains. It finds named things,
// sports, investing topics and adverts in articles by the rules of data/vocabulary.
// It is pure: articles, alerts and a time go in, values come out. It does no I/O, reads no clock and writes no texts.
// Used by FeedRefresh (keys and alerts), Schedules, NewsWording, ItemDelivery and ChatCommands (headlines, digests,
// reasons), and crier, which reads the vocabulary.
// Folding, stemming and the query grammar are in TextAnalysis.
