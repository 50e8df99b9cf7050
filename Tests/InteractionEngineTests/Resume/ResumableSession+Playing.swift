import InteractionWire
import Testing

extension ResumableSession {
  /// Sends the next events up to this number, and records their directives.
  func play(_ until: Int? = nil) async throws {
    let until = until ?? self.events.count
    while case let events = self.next(min(Int(self.conversation.sent) + 40, until)),
      !events.isEmpty
    {
      try await self.exchange(events)
    }
  }

  /// Sends events without reading their directives.
  func playUnread(_ until: Int) async throws {
    let events = self.next(until)
    if !events.isEmpty { try await self.conversation.events(events) }
  }

  private func next(_ until: Int) -> [WireEvent] {
    let sent = Int(self.conversation.sent)
    return sent < until ? Array(self.events[sent ..< until]) : []
  }

  @discardableResult
  func exchange(_ events: [WireEvent]) async throws -> [WireResponse] {
    let frames = try await self.conversation.exchange(events)
    for frame in frames { self.note(frame) }
    return frames
  }

  /// Reads until there is a directive after this one, or after the last applied one.
  func hear(beyond directive: UInt64? = nil) async throws {
    let applied = directive ?? self.applied
    while self.applied == applied { self.note(try await self.conversation.receive()) }
  }

  /// Records a frame, whose directives must continue the sequence.
  func note(_ frame: WireResponse) {
    if frame.opened.outcome == .restarted { (self.applied, self.directives) = (0, []) }
    let numbers = frame.directives.flatMap { $0.supersedes + [$0.sequence] }.sorted()
    let first = self.applied + 1
    #expect(numbers == Array(first ..< first + UInt64(numbers.count)))
    self.directives += frame.directives
    self.applied += UInt64(numbers.count)
    if frame.hasCheckpoint {
      #expect(frame.checkpoint.directive <= self.applied)
      self.checkpoint = frame.checkpoint
    }
  }
}

func expectSame(_ actual: [WireDirective], _ expected: [WireDirective]) {
  #expect(actual.numbers == expected.numbers)
  let changed = zip(actual, expected).filter { $0 != $1 }.map(\.0.sequence)
  #expect(changed.isEmpty)
}

/// Checks that a newer opening has superseded this client's connection.
func expectSuperseded(_ older: TestStream) async {
  let (frames, end) = await older.rest()
  #expect(frames.directives.isEmpty)
  #expect("\(end)" == "aborted SUPERSEDED" && end.retryDelay == nil)
}
