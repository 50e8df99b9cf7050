import InteractionMarkup
import Testing

@Suite("Markup")
struct MarkupTests {
  @Test("Attributes keep their order, and those without a value are left out")
  func attributes() {
    let attributes: Markup.Attributes = ["class": "a", "x": .number(1.25), "rx": nil]
    #expect(
      Markup.element("rect", attributes, more: ["fill": .text("red")])
        == #"<rect class="a" x="1.3" fill="red"/>"#)
    #expect(Markup.element("b", "") == "<b></b>")
    #expect(Markup.element("br", [:]) == "<br/>")
  }

  @Test(
    "Text stands for itself; what no document may hold shows as a replacement mark",
    arguments: [
      ("plain", "plain"), (#"<a & "b">"#, "&lt;a &amp; &quot;b&quot;&gt;"), ("二楼", "二楼"),
      ("two\nlines\t", "two\nlines\t"),
      ("\u{0}\u{1B}[0m\u{85}\u{FFFF}", "\u{FFFD}\u{FFFD}[0m\u{FFFD}\u{FFFD}"),
    ])
  func escaped(_ text: String, _ markup: String) {
    #expect(Markup.escaped(text) == markup)
    #expect(Markup.element("a", ["b": .text(text)]) == "<a b=\"\(markup)\"/>")
  }

  @Test(
    "A number has as few digits as show",
    arguments: [
      (0.0, "0"), (-0.04, "0"), (2, "2"), (2.06, "2.1"), (1e9, "1000000"), (-.infinity, "0"),
      (.nan, "0"),
    ])
  func number(_ value: Double, _ text: String) {
    #expect(Markup.number(value) == text)
  }

  @Test("A number has as many decimals as its parts have zeros")
  func parts() {
    #expect(Markup.number(1.23456, parts: 1000) == "1.235")
  }

  @Test("A document names its size and itself")
  func document() {
    #expect(
      Markup.document(width: 2, height: 3, label: "a < b", more: ["font-family": "serif"], ["<g/>"])
        == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3" width="2" height="3" role="img" \
        aria-label="a &lt; b" font-family="serif">
        <g/>
        </svg>

        """)
  }
}
