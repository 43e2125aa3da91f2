import Testing

@testable import FeedParsing

struct DateTests {
    @Test(arguments: [
        ("Fri, 28 May 2010 21:03:38 GMT", "2010-05-28T21:03:38Z"),
        ("Friday, 28-May-10 21:03:38 GMT", "2010-05-28T21:03:38Z"),
        ("Fri May 28 21:03:38 2010", "2010-05-28T21:03:38Z"), ("2010-05-28T21:03:38.123+05:30", "2010-05-28T15:33:38Z"),
        ("28 May 10 21:03 EST", "2010-05-29T02:03:00Z"), ("2010-05-28", "2010-05-28T00:00:00Z"),
        ("20100528T210338Z", "2010-05-28T21:03:38Z"), ("2010-05-28 24:00:00", "2010-05-29T00:00:00Z"),
        ("Sat, Dec 16 2023 02:02:33 PM", "2023-12-16T14:02:33Z"), ("May 28, 2010 9:03 pm", "2010-05-28T21:03:00Z"),
        ("Thu, 28 May 2010 21:03:38 GMT+0200", "2010-05-28T19:03:38Z"), ("28.05.2010 21:03", "2010-05-28T21:03:00Z"),
        ("05/28/2010 21:03", "2010-05-28T21:03:00Z"), ("lun., 28 févr. 2011 10:00:00 +0100", "2011-02-28T09:00:00Z"),
        ("Mo, 28 März 2011 10:00:00 MESZ", "2011-03-28T08:00:00Z"),
        ("Пн, 28 мар 2011 10:00:00 +0400", "2011-03-28T06:00:00Z"),
        ("2011年3月28日 10时05分", "2011-03-28T10:05:00Z"), ("2010-07-13T17:06", "2010-07-13T17:06:00Z"),
        ("28 maja 2010", "2010-05-28T00:00:00Z"), ("1275080618", "2010-05-28T21:03:38Z"),
        ("2003-335", "2003-12-01T00:00:00Z"),
        ("Fri, 28 May 2010 21:03:38 -0000 (UTC)", "2010-05-28T21:03:38Z"),
        ("Wed, 2 Sept 2020 10:00:00 Z", "2020-09-02T10:00:00Z"),
    ])
    func `a date in any of its clothes is the same moment`(text: String, wanted: String) {
        #expect(FeedDate.parse(text).map(DateText.rfc3339) == wanted)
    }

    @Test(arguments: [
        "", "yesterday", "2010-02-30", "99999999999999999999", "2010-13-01", "12:30", "Mon", "2010-", "١٢",
    ])
    func `what is no date is none`(text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test func `writing is the inverse of reading`() {
        for seconds in stride(from: Int64(-3_000_000_000), to: 5_000_000_000, by: 86_399_977) {
            #expect(FeedDate.parse(DateText.rfc3339(seconds)) == seconds)
        }
    }
}
