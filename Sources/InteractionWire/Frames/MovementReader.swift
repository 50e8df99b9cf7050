import InteractionCore

extension RequestFrame {
  /// Reads a frame of nothing but movements of scroll views, which is most of what clients send,
  /// without an object for each message. It means what ``init(_:)`` makes of it.
  ///
  /// Nil for any other frame, and for one that is malformed, or written as no serializer does.
  package init?(movements bytes: UnsafeRawBufferPointer) {
    var frame = WireReader(bytes)
    guard frame.varint() == Tag.events, var message = frame.block(), frame.isAtEnd else {
      return nil
    }
    var movements = MovementReader()
    guard movements.read(&message) else { return nil }
    self = .events(first: movements.first, movements.events)
  }
}

/// Field numbers with their wire types, as `InteractRequest`, `Events`, `Event`, `ScrollEvent` and
/// `ScrollSamples` have them.
private enum Tag {
  static let events: UInt64 = 2 << 3 | 2
  static let firstSequence: UInt64 = 1 << 3 | 0
  static let event: UInt64 = 2 << 3 | 2
  static let time: UInt64 = 1 << 3 | 0
  static let scroll: UInt64 = 2 << 3 | 2
  static let samples: UInt64 = 3 << 3 | 2
  static let source: UInt64 = 1 << 3 | 2
  static let drag: UInt64 = 2 << 3 | 0
  static let phase: UInt64 = 3 << 3 | 0
  static let x: UInt64 = 4 << 3 | 1
  static let y: UInt64 = 5 << 3 | 1
  static let velocity: UInt64 = 6 << 3 | 1
  static let deltas: UInt64 = 4 << 3 | 2
  static let ys: UInt64 = 5 << 3 | 2
  static let xs: UInt64 = 6 << 3 | 2
}

/// Reads `Events` of movements.
private struct MovementReader {
  /// By the number that travels.
  private static let phases: [Scroll.Phase?] = (0 ..< 64).map { number in
    Scroll.Phase.allCases.first { $0.proto.rawValue == number }
  }

  var first: UInt64 = 0
  var events: [ReadEvent] = []

  /// Returns whether all was read.
  mutating func read(_ message: inout WireReader) -> Bool {
    while !message.isAtEnd {
      switch message.varint() {
      // The number comes before what it is the number of.
      case Tag.firstSequence where self.events.isEmpty:
        guard let first = message.varint() else { return false }
        self.first = first
      case Tag.event:
        guard var event = message.block(), self.read(event: &event) else { return false }
      default: return false
      }
    }
    return (1 ... RequestFrame.maximumEvents).contains(self.events.count)
      && (1 ... UInt64.max / 2).contains(self.first)
  }

  private mutating func read(event: inout WireReader) -> Bool {
    var time: Int64 = 0
    var isRead = false
    while !event.isAtEnd {
      switch (event.varint(), isRead) {
      case (Tag.time, false):
        guard let value = event.varint() else { return false }
        time = Int64(bitPattern: value)
      case (Tag.scroll, false):
        guard var scroll = event.block() else { return false }
        isRead = self.read(scroll: &scroll, at: Instant(microseconds: time))
        if !isRead { return false }
      case (Tag.samples, false):
        guard var samples = event.block() else { return false }
        isRead = self.read(samples: &samples, from: Instant(microseconds: time))
        if !isRead { return false }
      default: return false
      }
    }
    return isRead
  }

  private mutating func read(scroll message: inout WireReader, at time: Instant) -> Bool {
    var head = Head()
    var (x, y) = (0.0, 0.0)
    var velocity: Double?
    while !message.isAtEnd {
      guard let tag = message.varint() else { return false }
      switch tag {
      case Tag.x:
        guard let value = message.double() else { return false }
        x = value
      case Tag.y:
        guard let value = message.double() else { return false }
        y = value
      case Tag.velocity:
        guard let value = message.double() else { return false }
        velocity = value
      default: guard head.read(tag, from: &message) else { return false }
      }
    }
    guard let phase = Self.phase(head.phase) else { return false }
    self.append(
      Scroll(source: head.source, drag: head.drag, phase: phase, x: x, y: y, velocity: velocity),
      at: time)
    return true
  }

  private mutating func read(samples message: inout WireReader, from time: Instant) -> Bool {
    var head = Head()
    var (deltas, xs, ys): (WireReader?, WireReader?, WireReader?)
    while !message.isAtEnd {
      guard let tag = message.varint() else { return false }
      switch tag {
      // A list in several parts would have to be put together.
      case Tag.deltas where deltas == nil: deltas = message.block()
      case Tag.xs where xs == nil: xs = message.block()
      case Tag.ys where ys == nil: ys = message.block()
      default: guard head.read(tag, from: &message) else { return false }
      }
    }
    guard let phase = Self.phase(head.phase), phase.isSample, var deltas, var ys,
      !ys.isAtEnd, ys.count <= 8 * RequestFrame.maximumEvents,
      xs.map({ $0.isAtEnd || $0.count == ys.count }) ?? true
    else { return false }
    self.events.reserveCapacity(self.events.count + ys.count / 8)
    var time = time
    while !ys.isAtEnd {
      guard let delta = deltas.zigzag(), let y = ys.double() else { return false }
      time = time + TimeSpan(microseconds: delta)
      let x = xs?.double() ?? 0
      self.append(Scroll(source: head.source, drag: head.drag, phase: phase, x: x, y: y), at: time)
    }
    return deltas.isAtEnd
  }

  private static func phase(_ number: UInt64) -> Scroll.Phase? {
    number < UInt64(self.phases.count) ? self.phases[Int(number)] : nil
  }

  private mutating func append(_ scroll: Scroll, at time: Instant) {
    let sequence = self.first &+ UInt64(self.events.count)
    self.events.append(.event(Event(sequence: sequence, time: time, kind: .scroll(scroll))))
  }

  /// What movements of both kinds begin with.
  private struct Head {
    var source = SourceID("")
    var drag: UInt32 = 0
    var phase: UInt64 = 0

    mutating func read(_ tag: UInt64, from message: inout WireReader) -> Bool {
      switch tag {
      case Tag.source:
        guard let name = message.text() else { return false }
        self.source = SourceID(name)
      case Tag.drag:
        guard let value = message.varint() else { return false }
        self.drag = UInt32(truncatingIfNeeded: value)
      case Tag.phase:
        guard let value = message.varint() else { return false }
        self.phase = value
      default: return false
      }
      return true
    }
  }
}
