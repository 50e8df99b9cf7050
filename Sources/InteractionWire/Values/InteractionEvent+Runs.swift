package import InteractionCore
import SwiftProtobuf

/// The result of converting an event. A malformed event uses up its sequence number.
package enum DecodedEvent: Hashable, Sendable {
  /// A well-formed event.
  case event(InteractionEvent)
  /// A malformed event, with its sequence number and its violations.
  case malformed(sequence: UInt64, [Violation])
}

extension [DecodedEvent] {
  /// Converts events numbered from `first`; each packed sample has its own number.
  package init(_ protos: [Proto.Event], first: UInt64) {
    self = []
    self.reserveCapacity(protos.count)
    for proto in protos {
      let sequence = first &+ UInt64(self.count)
      if case .scrollSamples(let samples) = proto.kind {
        self.append(samples, from: proto.timeUs, first: sequence)
      } else {
        do {
          self.append(.event(try InteractionEvent(proto, sequence: sequence)))
        } catch {
          self.append(.malformed(sequence: sequence, [error]))
        }
      }
    }
  }

  private mutating func append(
    _ samples: Interaction_V1_ScrollSamples, from timeUs: Int64, first: UInt64
  ) {
    let count = Swift.max(samples.y.count, 1)
    let phase: Scroll.Phase
    do {
      phase = try Scroll.Phase.run(of: samples)
    } catch {
      for offset in 0 ..< count {
        self.append(.malformed(sequence: first &+ UInt64(offset), [error]))
      }
      return
    }
    let source = SourceID(samples.source)
    var time = Instant(microseconds: timeUs)
    let hasX = !samples.x.isEmpty
    for (index, y) in samples.y.enumerated() {
      time = time + TimeSpan(microseconds: samples.deltaUs[index])
      let scroll = Scroll(
        source: source, drag: samples.drag, phase: phase, x: hasX ? samples.x[index] : 0, y: y)
      self.append(
        .event(
          InteractionEvent(sequence: first &+ UInt64(index), time: time, kind: .scroll(scroll))))
    }
  }
}

extension Scroll.Phase {
  /// Checks a run of samples, and returns its phase.
  fileprivate static func run(
    of samples: Interaction_V1_ScrollSamples
  ) throws(Violation) -> Scroll.Phase {
    guard !samples.y.isEmpty, samples.y.count == samples.deltaUs.count else {
      throw Violation(
        field: "scroll_samples.delta_us",
        problem:
          "has \(samples.deltaUs.count) entries, y has \(samples.y.count); both must have the"
          + " same number, at least 1")
    }
    guard samples.x.isEmpty || samples.x.count == samples.y.count else {
      throw Violation(
        field: "scroll_samples.x",
        problem: "has \(samples.x.count) entries, y has \(samples.y.count); must have as many as y,"
          + " or none")
    }
    let phase = try Scroll.Phase(samples.phase, "scroll_samples.phase")
    guard phase.isSample else {
      throw Violation(
        field: "scroll_samples.phase",
        problem: "must be moved, decelerating or programmatic_moved; send other phases as scroll")
    }
    return phase
  }
}

extension [Proto.Event] {
  /// Converts events with consecutive sequence numbers; consecutive samples of one movement are
  /// packed.
  package init(packing events: some Sequence<InteractionEvent>) {
    self = []
    var last: Scroll?
    var lastTime = Instant.zero
    for event in events {
      guard case .scroll(let scroll) = event.kind, scroll.isPackable else {
        last = nil
        self.append(event.proto)
        continue
      }
      if let last, last.continues(with: scroll) {
        self[self.count - 1].scrollSamples.deltaUs.append((event.time - lastTime).microseconds)
        self[self.count - 1].scrollSamples.y.append(scroll.y)
        if scroll.x != 0 || !self[self.count - 1].scrollSamples.x.isEmpty {
          self[self.count - 1].scrollSamples.append(x: scroll.x)
        }
      } else {
        self.append(Proto.Event(run: scroll, at: event.time))
      }
      last = scroll
      lastTime = event.time
    }
  }
}

extension Proto.Event {
  fileprivate init(run scroll: Scroll, at time: Instant) {
    self = .with {
      $0.timeUs = time.microseconds
      $0.scrollSamples.source = scroll.source.name
      $0.scrollSamples.drag = scroll.drag
      $0.scrollSamples.phase = scroll.phase.proto
      $0.scrollSamples.deltaUs = [0]
      $0.scrollSamples.y = [scroll.y]
      if scroll.x != 0 { $0.scrollSamples.x = [scroll.x] }
    }
  }
}

extension Interaction_V1_ScrollSamples {
  /// Appends the horizontal offset of the newest sample; earlier samples without one are at 0.
  fileprivate mutating func append(x: Double) {
    while self.x.count < self.y.count - 1 { self.x.append(0) }
    self.x.append(x)
  }
}

extension Scroll {
  fileprivate var isPackable: Bool {
    self.phase.isSample && self.velocity == nil
  }

  fileprivate func continues(with next: Scroll) -> Bool {
    self.source == next.source && self.drag == next.drag && self.phase == next.phase
  }
}
