import InteractionCore
import InteractionFuzzing
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Frames read in place mean what the generated messages read")
struct InPlaceTests {
  private static func scroll(
    _ number: Int, _ phase: Scroll.Phase, velocity: Double? = nil
  ) -> InteractionEvent {
    let scroll = Scroll(
      source: SourceID(number % 3 == 0 ? "feed" : "home"), drag: UInt32(number), phase: phase,
      x: number % 2 == 0 ? 0 : -3.5, y: Double(number) * 1.25, velocity: velocity)
    let time = Instant(microseconds: Int64(number) * 16_667 - 50_000)
    return InteractionEvent(sequence: UInt64(number), time: time, kind: .scroll(scroll))
  }

  private static let taps = (0 ..< 3).map { tab in
    InteractionEvent(sequence: 1, time: Instant(microseconds: 7), kind: .tapTab(index: tab)).proto
  }

  /// Single events in every phase, runs, both, and taps among them.
  private static let frames: [[Proto.Event]] = {
    let run = (1 ... 5).map { number in
      var event = Self.scroll(1, .moved)
      event.time = Instant(microseconds: Int64(number) * 1_000)
      return event
    }
    let singles = Scroll.Phase.allCases.enumerated().map { index, phase in
      Self.scroll(index + 1, phase, velocity: phase == .ended ? -120 : nil).proto
    }
    let packed = [Proto.Event](packing: run)
    return [singles, packed, singles + packed, Self.taps, packed + Self.taps + singles]
  }()

  private static func bytes(_ events: [Proto.Event], first: UInt64 = 7) throws -> [UInt8] {
    try Proto.Request.with {
      $0.events.firstSequence = first
      $0.events.events = events
    }.serializedBytes()
  }

  private func read(_ bytes: [UInt8]) -> RequestFrame? {
    bytes.withUnsafeBytes { RequestFrame(inPlace: $0) }
  }

  @Test("as they are sent", arguments: Self.frames)
  func wellFormed(events: [Proto.Event]) throws {
    let bytes = try Self.bytes(events)
    let frame = try RequestFrame(Proto.Request(serializedBytes: bytes))
    #expect(self.read(bytes)?.listed == frame)
  }

  @Test("with any byte changed or left out, they do not mean anything else", arguments: Self.frames)
  func changed(events: [Proto.Event]) throws {
    let bytes = try Self.bytes(events)
    var readInPlace = 0
    for index in bytes.indices {
      for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        try fuzzFrames([0] + changed)
        if self.read(changed) != nil { readInPlace += 1 }
      }
      try fuzzFrames([0] + bytes[..<index])
      try fuzzFrames([0] + bytes[..<index] + bytes[(index + 1)...])
    }
    // Most mutations change numbers, and leave a valid frame.
    #expect(readInPlace > bytes.count)
  }

  @Test("an acknowledgement, however it is changed")
  func acknowledgement() throws {
    let bytes: [UInt8] = try Proto.Request(acknowledging: 300).serializedBytes()
    #expect(self.read(bytes) == .ack(directive: 300))
    for index in bytes.indices {
      for change in UInt8.min ... UInt8.max {
        var changed = bytes
        changed[index] = change
        try fuzzFrames([0] + changed)
      }
    }
  }

  @Test("other frames, and those over a limit, are left to the generated messages")
  func others() throws {
    let scroll = Self.scroll(1, .moved).proto
    let tick = InteractionEvent(sequence: 1, time: .zero, kind: .tick).proto
    for events in [[], [tick], [scroll, tick], Array(repeating: scroll, count: 1_025)] {
      #expect(self.read(try Self.bytes(events)) == nil)
    }
    for first in [0, UInt64.max / 2 + 1] {
      #expect(self.read(try Self.bytes([scroll], first: first)) == nil)
    }
    #expect(self.read([]) == nil)
    #expect(self.read(try Self.bytes(Array(repeating: scroll, count: 1_024))) != nil)
  }
}
