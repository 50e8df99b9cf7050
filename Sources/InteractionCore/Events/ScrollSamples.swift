/// Samples of one list in one phase of one drag, in order of time: most of what clients report.
///
/// Each has a number of its own and means the same as the scroll event that `event(_:from:)` makes
/// of it.
package struct ScrollSamples: Hashable, Sendable {
  /// Where the list was at a moment.
  package struct Sample: Hashable, Sendable {
    /// On the client's clock.
    package var time: Instant
    /// Horizontal offset, pt.
    package var x: Double
    /// Vertical offset, pt.
    package var y: Double

    package init(time: Instant, x: Double, y: Double) {
      self.time = time
      self.x = x
      self.y = y
    }
  }

  package let source: SourceID
  package let drag: UInt32
  /// Moved, decelerating or programmatic moved: a phase that is reported many times.
  package let phase: Scroll.Phase
  package var samples: [Sample] = []

  package init(source: SourceID, drag: UInt32, phase: Scroll.Phase) {
    self.source = source
    self.drag = drag
    self.phase = phase
  }

  /// A sample as a report of its own.
  package func scroll(_ sample: Sample) -> Scroll {
    Scroll(source: self.source, drag: self.drag, phase: self.phase, x: sample.x, y: sample.y)
  }

  /// The sample at `index` as an event, if the first sample has the number `first`.
  package func event(_ index: Int, from first: UInt64) -> Event {
    let sample = self.samples[index]
    return Event(
      sequence: first &+ UInt64(index), time: sample.time, kind: .scroll(self.scroll(sample)))
  }

  /// All of them as events, numbered from `first`.
  package func events(from first: UInt64) -> [Event] {
    self.samples.indices.map { self.event($0, from: first) }
  }
}
