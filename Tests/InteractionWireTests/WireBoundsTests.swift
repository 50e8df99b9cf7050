import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Limits: a request is counted before it is decoded")
struct WireBoundsTests {
  private static let bounds = WireBounds(
    bytes: 100,
    fields: [.init("events", number: 6, elements: 3), .init("definition", number: 2, bytes: 10)])

  private static func problem(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { self.bounds.violation(in: $0) }.map { "\($0.field) \($0.problem)" }
  }

  /// Field 6 without content, and field 2 with four bytes.
  private static let event: [UInt8] = [0x32, 0]
  private static let definition: [UInt8] = [0x12, 4, 1, 2, 3, 4]

  @Test("up to each edge and past it")
  func edges() {
    #expect(Self.problem([]) == nil)
    #expect(Self.problem(Self.event + Self.event + Self.event) == nil)
    #expect(
      Self.problem(Self.event + Self.event + Self.event + Self.event)
        == "events has more than 3 entries; remove entries")
    // Including tag and length; a message that is split into two fields counts as one.
    #expect(Self.problem(Self.definition) == nil)
    #expect(Self.problem(Self.definition + Self.definition) 
        == "definition has more than 10 bytes; shorten it")
    let padding: [UInt8] = [0x7A, 98] + Array(repeating: 0, count: 98)
    #expect(Self.problem(padding) == nil)
    #expect(
      Self.problem(padding + [0x08])
        == "request has 101 bytes; at most 100 are allowed; send a smaller request")
  }

  @Test("every wire type is passed over; nothing hides behind what is malformed")
  func wireTypes() {
    let others: [UInt8] = [0x08, 0x80, 1, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x0D, 1, 2, 3, 4]
    let four = Self.event + Self.event + Self.event + Self.event
    #expect(Self.problem(others + four) == "events has more than 3 entries; remove entries")
    for odd in [[0x0B, 0x0C], [0x0F], [0x12, 9, 1], [0x08], [0x09, 1], [0x0D, 1, 2, 3]] as [[UInt8]]
    {
      #expect(Self.problem(odd + four) != nil, "\(odd)")
      #expect(Self.problem(odd) == "request is malformed", "\(odd)")
    }
  }
}
