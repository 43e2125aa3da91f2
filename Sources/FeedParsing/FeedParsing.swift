// FeedParsing
