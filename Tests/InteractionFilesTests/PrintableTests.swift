import Testing

@testable import InteractionFiles

@Suite("Escaping for terminals")
struct PrintableTests {
  private static let attack = "\u{1B}[2J\u{1B}]0;x\u{7}\r\u{9B}31m\u{202E}\u{7F}"

  @Test("Control characters and changes of direction are escaped")
  func escapes() {
    #expect(
      "a\(Self.attack)b".printable
        == #"a\u{1b}[2J\u{1b}]0;x\u{7}\u{d}\u{9b}31m\u{202e}\u{7f}b"#)
    #expect("µ ▁█ × … ü 漢 🙂".printable == "µ ▁█ × … ü 漢 🙂")
    #expect("a\nb".printable == #"a\u{a}b"#)
  }

  @Test("Lines of a text stay lines, and CR LF is no way around")
  func lines() {
    #expect("a\n\n\(Self.attack)\n".printableLines == "a\n\n\(Self.attack.printable)\n")
    #expect("a\r\nb".printableLines == "a\\u{d}\nb")
  }
}
