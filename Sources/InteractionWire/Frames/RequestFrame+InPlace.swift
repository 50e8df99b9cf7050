import InteractionCore

extension RequestFrame {
  /// Parses the most frequent frames without allocating a message: an acknowledgement, or events
  /// that are scrolls and taps. The result equals that of ``init(_:)``; it is nil for other frames,
  /// malformed ones, and encodings that no serializer produces.
  package init?(inPlace bytes: UnsafeRawBufferPointer) {
    var frame = WireReader(bytes)
    guard let tag = frame.varint(), var message = frame.block(), frame.isAtEnd else { return nil }
    switch tag {
    case Tag.events:
      var events = EventsReader()
      guard events.read(&message) else { return nil }
      if let run = events.run {
        self = .samples(first: events.first, run)
      } else {
        self = .events(first: events.first, events.events)
      }
    case Tag.ack:
      guard message.varint() == Tag.directive, let directive = message.varint(), message.isAtEnd
      else { return nil }
      self = .ack(directive: directive)
    default: return nil
    }
  }
}

extension InteractionEvent {
  /// Parses a scroll or a tap without allocating a message, and numbers it. The result equals that
  /// of ``init(_:sequence:)``; it is nil for other events, malformed ones, and encodings that no
  /// serializer produces.
  package init?(inPlace bytes: UnsafeRawBufferPointer, sequence: UInt64) {
    var reader = EventsReader()
    reader.first = sequence
    var message = WireReader(bytes)
    guard reader.read(event: &message) else { return nil }
    if let run = reader.run, run.samples.count == 1 {
      self = run.events(from: sequence)[0]
    } else if reader.events.count == 1, case .event(let event) = reader.events[0] {
      self = event
    } else {
      return nil
    }
  }
}

/// The tags (field number and wire type) of `InteractRequest`, `Ack`, `Events`, `InteractionEvent`,
/// `TapEvent`, `ScrollEvent` and `ScrollSamples`.
private enum Tag {
  static let events: UInt64 = 2 << 3 | 2
  static let ack: UInt64 = 3 << 3 | 2
  static let directive: UInt64 = 1 << 3 | 0
  static let firstSequence: UInt64 = 1 << 3 | 0
  static let event: UInt64 = 2 << 3 | 2
  static let time: UInt64 = 1 << 3 | 0
  static let scroll: UInt64 = 2 << 3 | 2
  static let samples: UInt64 = 3 << 3 | 2
  static let tap: UInt64 = 5 << 3 | 2
  static let tab: UInt64 = 1 << 3 | 0
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

/// A parser for `Events` of scrolls and taps.
private struct EventsReader {
  /// The phases by their enum number.
  private static let phases: [Scroll.Phase?] = (0 ..< 64).map { number in
    Scroll.Phase.allCases.first { $0.proto.rawValue == number }
  }

  var first: UInt64 = 0
  /// The samples so far, as long as all events are one run.
  var run: ScrollSamples?
  /// The events so far, if they are not one run.
  var events: [DecodedEvent] = []

  private var count: Int { self.run?.samples.count ?? self.events.count }

  /// Returns whether the message was parsed completely.
  mutating func read(_ message: inout WireReader) -> Bool {
    while !message.isAtEnd {
      switch message.varint() {
      // Accepted only before the events that it numbers.
      case Tag.firstSequence where self.count == 0:
        guard let first = message.varint() else { return false }
        self.first = first
      case Tag.event:
        guard var event = message.block(), self.read(event: &event) else { return false }
      default: return false
      }
    }
    return (1 ... RequestFrame.maximumEvents).contains(self.count)
      && (1 ... UInt64.max / 2).contains(self.first)
  }

  mutating func read(event: inout WireReader) -> Bool {
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
      case (Tag.tap, false):
        guard var tap = event.block(), let tab = Self.tab(&tap) else { return false }
        self.append(.tapTab(index: tab), at: Instant(microseconds: time))
        isRead = true
      default: return false
      }
    }
    return isRead
  }

  private static func tab(_ message: inout WireReader) -> Int? {
    guard message.varint() == Tag.tab, let tab = message.varint(), message.isAtEnd else {
      return nil
    }
    return Int(Int32(truncatingIfNeeded: tab))
  }

  private mutating func read(scroll message: inout WireReader, at time: Instant) -> Bool {
    var head = Head()
    var x = 0.0
    var (y, velocity): (Double?, Double?)
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
    guard let phase = Self.phase(head.phase), let y else { return false }
    if velocity == nil, phase.isSample, self.goesOn(head, phase) {
      self.run?.samples.append(ScrollSamples.Sample(time: time, x: x, y: y))
    } else {
      let scroll = Scroll(
        source: head.source, drag: head.drag, phase: phase, x: x, y: y, velocity: velocity)
      self.append(.scroll(scroll), at: time)
    }
    return true
  }

  private mutating func read(samples message: inout WireReader, from time: Instant) -> Bool {
    var head = Head()
    var (deltas, xs, ys): (WireReader?, WireReader?, WireReader?)
    while !message.isAtEnd {
      guard let tag = message.varint() else { return false }
      switch tag {
      // A packed list in several parts would need concatenation.
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
    var run = ScrollSamples(source: head.source, drag: head.drag, phase: phase)
    run.samples.reserveCapacity(ys.count / 8)
    var time = time
    while !ys.isAtEnd {
      guard let delta = deltas.zigzag(), let y = ys.double() else { return false }
      time = time + TimeSpan(microseconds: delta)
      run.samples.append(ScrollSamples.Sample(time: time, x: xs?.double() ?? 0, y: y))
    }
    if self.count == 0 {
      self.run = run
    } else {
      for sample in run.samples { self.append(.scroll(run.scroll(sample)), at: sample.time) }
    }
    return deltas.isAtEnd
  }

  /// Returns whether a sample continues the run; the first sample begins it.
  private mutating func goesOn(_ head: Head, _ phase: Scroll.Phase) -> Bool {
    guard let run else {
      guard self.events.isEmpty else { return false }
      self.run = ScrollSamples(source: head.source, drag: head.drag, phase: phase)
      return true
    }
    return run.drag == head.drag && run.phase == phase && run.source == head.source
  }

  private static func phase(_ number: UInt64) -> Scroll.Phase? {
    number < UInt64(self.phases.count) ? self.phases[Int(number)] : nil
  }

  private mutating func append(_ kind: InteractionEvent.Kind, at time: Instant) {
    if let run {
      self.events = run.events(from: self.first).map { .event($0) }
      self.run = nil
    }
    let sequence = self.first &+ UInt64(self.events.count)
    self.events.append(.event(InteractionEvent(sequence: sequence, time: time, kind: kind)))
  }

  /// The leading fields that `ScrollEvent` and `ScrollSamples` share.
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
