/// Samples of one list in one phase of one drag, in time order: most of the traffic from clients.
///
/// Each sample has its own sequence number and is equivalent to the scroll event that
/// `event(_:from:)` returns for it.
package struct ScrollSamples: Hashable, Sendable {
  /// The list's offset at one instant.
  package struct Sample: Hashable, Sendable {
    /// The time on the client's clock.
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
  /// The phase, one that repeats: moved, decelerating or programmatic moved.
  package let phase: Scroll.Phase
  package var samples: [Sample] = []

  package init(source: SourceID, drag: UInt32, phase: Scroll.Phase) {
    self.source = source
    self.drag = drag
    self.phase = phase
  }

  /// Returns a sample as a scroll event of its own.
  package func scroll(_ sample: Sample) -> Scroll {
    Scroll(source: self.source, drag: self.drag, phase: self.phase, x: sample.x, y: sample.y)
  }

  /// Returns the sample at `index` as an event, with `first` as the first sample's sequence number.
  package func event(_ index: Int, from first: UInt64) -> InteractionEvent {
    let sample = self.samples[index]
    return InteractionEvent(
      sequence: first &+ UInt64(index), time: sample.time, kind: .scroll(self.scroll(sample)))
  }

  /// Returns all samples as events, numbered from `first`.
  package func events(from first: UInt64) -> [InteractionEvent] {
    self.samples.indices.map { self.event($0, from: first) }
  }
}
