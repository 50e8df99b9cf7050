import InteractionCore
import InteractionWire
import Testing

@Suite("Texts of an opening")
struct OpenTextTests {
  private typealias Open = Interaction_V1_Open

  private func set(_ text: String, _ field: String, in open: inout Open) {
    switch field {
    case "open.client_name": open.clientName = text
    case "open.client_version": open.clientVersion = text
    case "open.experience": open.experience = text
    default: open.user = text
    }
  }

  private static let fields = [
    "open.client_name", "open.client_version", "open.experience", "open.user",
  ]

  private func open(_ change: (inout Open) -> Void) throws(Violation) -> OpenFrame {
    let frame = OpenFrame(
      clientName: "test", clientVersion: "1", sessionID: "s-1", experience: "home-refined",
      surface: .phone, skipsSamples: false, current: nil, time: .zero)
    var open = Proto.Request(frame).open
    change(&open)
    return try OpenFrame(open)
  }

  @Test(
    "control characters and line ends are refused, with the field and the place",
    arguments: ["\n", "\r", "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{2028}", "\u{2029}"])
  func controls(character: String) throws {
    let code = try #require(character.unicodeScalars.first?.value)
    for field in Self.fields {
      let violation = #expect(throws: Violation.self) {
        try self.open { self.set("ab\(character)", field, in: &$0) }
      }
      #expect(violation?.field == field)
      let digits = String(code, radix: 16, uppercase: true)
      #expect(violation?.problem.contains("\(digits), at position 2") == true)
    }
  }

  @Test("any other text is taken as it is", arguments: ["", "a b", "家=\"\\", "é😀"])
  func others(text: String) throws {
    for field in Self.fields {
      _ = try self.open { self.set(text, field, in: &$0) }
    }
  }
}
