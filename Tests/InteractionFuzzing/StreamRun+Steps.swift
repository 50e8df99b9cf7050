import InteractionCore
import InteractionService
import InteractionStream
import InteractionWire
import SwiftProtobuf

extension StreamRun {
  /// Performs the next step. Returns false at the end of the input.
  mutating func step() throws -> Bool {
    let step = self.script.byte()
    if self.server.isOver { try self.open(resuming: step & 0x40 == 0) }
    guard !self.script.isOver, !self.isRefused else { return false }
    switch step & 0x1F {
    case 10: try self.sendBytes()
    case 11: try self.receive(.ack(directive: self.client.applied))
    case 12, 13: try self.sendHeartbeat()
    case 14 ..< 18: self.take(try self.server.pass(self.script.one(of: Self.spans)))
    case 18 ..< 21: try self.order()
    case 21: try self.repeatEvents()
    case 22: try self.receive(.events(first: self.client.next + 1, self.events()))
    case 23:
      let part = DrainMessage(leaveAfter: .zero, endAfter: self.script.one(of: Self.spans))
      self.take(try self.server.act { stream, now in stream.drain(part, at: now) })
    case 24:
      let expiry = self.script.flag() ? self.server.now + self.script.one(of: Self.spans) : nil
      self.take(
        try self.server.act { stream, _ in
          stream.authorise(until: expiry)
          return []
        })
    case 25:
      let isClean = self.script.flag()
      self.take(
        try self.server.act { stream, now in stream.receiveEnd(at: now, isClean: isClean) })
    case 26: try self.open(resuming: false)
    case 27:
      // The last frame may be lost.
      if self.script.flag() { _ = self.events() }
      try self.open(resuming: true)
    default: try self.send(self.events())
    }
    if case .some(let error?) = self.server.ending, error.reason == .diverged {
      throw Finding("an honest client has diverged: \(error)")
    }
    if step & 0x80 == 0 { try self.read() }
    return true
  }

  private static let spans: [TimeSpan] = [
    .milliseconds(1), .milliseconds(16), .milliseconds(100), .milliseconds(250),
    .milliseconds(1_000), .milliseconds(2_500), .seconds(10), .seconds(61),
  ]

  /// Returns new events, numbered and kept.
  private mutating func events() -> [DecodedEvent] {
    (0 ... self.script.number(below: 6)).map { _ in
      let time = self.server.now + (self.script.flag() ? self.script.span() : .zero)
      let kind = self.script.kind(in: self.experience)
      return self.client.number(.event(InteractionEvent(time: time, kind: kind)))
    }
  }

  private mutating func send(_ events: [DecodedEvent]) throws {
    try self.receive(.events(first: events.first?.sequence ?? 0, events))
  }

  private mutating func receive(_ frame: RequestFrame) throws {
    self.take(try self.server.receive(frame))
  }

  /// Sends a frame of arbitrary bytes; events get the client's numbers.
  private mutating func sendBytes() throws {
    let bytes = self.script.chunk()
    guard let message = try? Proto.Request(serializedBytes: bytes) else { return }
    let frame: RequestFrame
    do {
      frame = try RequestFrame(message)
    } catch {
      let frames = try self.server.act { stream, _ in stream.receive(malformed: error) }
      return self.take(frames)
    }
    guard case .events(_, let events) = frame else { return try self.receive(frame) }
    try self.send(events.map { self.client.number($0) })
  }

  private mutating func sendHeartbeat() throws {
    let time = self.server.now + (self.script.flag() ? self.script.span() : .zero)
    let session = self.server.stream.session
    let holds = self.script.flag()
    try self.receive(
      .heartbeat(
        time: time, holds ? session?.heldDrags ?? [] : [],
        pointers: holds ? session?.heldPointers ?? [] : []))
  }

  /// Repeats sent events, which must have no effect.
  private mutating func repeatEvents() throws {
    let outbox = self.client.outbox
    guard !outbox.isEmpty else { return }
    let events = Array(outbox.dropFirst(self.script.number(below: outbox.count)).prefix(1_024))
    let before = self.server.stream.session
    let known = self.server.stream.appliedEvent
    try self.send(events)
    guard !self.server.isOver, let last = events.last, last.sequence <= known else { return }
    try demand(self.server.stream.session == before, "events that came again changed the session")
  }

  /// Sends a backend's command, which must have the same outcome when it is repeated.
  private mutating func order() throws {
    let id = "c-\(self.script.number(below: 8))"
    let kind = self.script.kind(in: self.experience)
    let command = SessionCommand(
      id: id, order: self.script.flag() ? .event(kind) : .toggle(name: "", look: .above))
    var outcome: CommandOutcome?
    let frames = try self.server.act { stream, now in
      let outputs = stream.carryOut(command, at: now)
      for case .answer(let answer) in outputs { outcome = answer }
      return outputs
    }
    if let outcome {
      if let known = self.commands[id] {
        try demand(outcome == known, "command \(id) came to \(known), and now to \(outcome)")
      } else if case .invalid = outcome {
      } else {
        self.commands[id] = outcome
      }
    }
    self.take(frames)
  }
}
