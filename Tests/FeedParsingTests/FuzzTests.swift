import Fuzzing
import TestSupport
import Testing

@Suite("Damaged documents")
struct FuzzTests {
    private static let originals = [
        """
        <?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
        <title>Tide &amp; Time</title><link>https://example.org/</link><ttl>60</ttl>
        <item><title>One</title><guid isPermaLink="false">1</guid><pubDate>Mon, 05 Oct 2026 10:00:00 GMT</pubDate>
        <description><![CDATA[<p>Some <b>text</b> &mdash; <a href="/a">here</a><img src="a.png"></p>]]></description>
        <media:group><media:thumbnail url="t.jpg" width="10"/></media:group></item>
        <item><title>Zwei äöü 日本</title><link>https://example.org/2</link></item></channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/"><title type="html">A &lt;i&gt;b&lt;/i&gt;</title>
        <entry><id>urn:1</id><title>X</title><updated>2026-10-05T10:00:00Z</updated><author><name>Ann</name></author>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One<br/>two</p></div></content></entry></feed>
        """,
        """
        {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","content_html":"<p>x</p>","tags":["a"]}]}
        """,
        """
        <!doctype html><html lang="en"><head><title>Page</title><link rel="alternate" type="application/rss+xml" href="/f">
        <script type="application/ld+json">{"@type":"Article","headline":"Page"}</script></head><body><nav>x</nav><article>
        <h1>Page</h1><p>A first paragraph that is long enough to be one, with commas, and a second clause.</p>
        <p>A second paragraph that says as much as the first did, and then a little more of it.</p></article></body></html>
        """,
        """
        <opml version="2.0"><head><title>L</title></head><body><outline text="A"><outline type="rss" xmlUrl="https://a.example/f"
        text="F &amp; G"/></outline></body></opml>
        """,
    ].map { Array($0.utf8) }

    @Test func `damaged documents neither crash nor hang`() {
        var run = FuzzRun(Self.originals, seed: 20_261_121)
        var slowest = Duration.zero
        while run.documents < 1_000 { slowest = max(slowest, processorTime { _ = run.step() }) }
        // Ten times what the slowest one may take, because machines are slow.
        #expect(slowest < .seconds(10), "after \(run.bytes) bytes")
    }

    @Test func `the same seed damages the same way`() {
        var one = DocumentMutator(seed: 7)
        var same = DocumentMutator(seed: 7)
        var other = DocumentMutator(seed: 8)
        var differences = 0
        for document in Self.originals {
            let damaged = one.mutated(document, other: Self.originals[0])
            #expect(damaged == same.mutated(document, other: Self.originals[0]))
            if damaged != other.mutated(document, other: Self.originals[0]) { differences += 1 }
        }
        #expect(differences > 0)
    }
}
