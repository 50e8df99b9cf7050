import InteractionRandom

/// A random schedule of cuts: the same seed, stream and connection number give the same cut,
/// independent of earlier calls.
package struct ChaosSchedule: Hashable, Sendable {
  /// The seed.
  package var seed: UInt64
  /// Distinguishes schedules with the same seed, for example one proxy per session.
  package var stream: UInt64
  /// The range of the cut point, in bytes of the drawn direction; uniformly distributed.
  package var bytes: ClosedRange<Int>
  /// The directions to draw from; no cuts if empty.
  package var directions: [ProxyFlow]
  /// The types of cut to draw from; no cuts if empty.
  package var kinds: [ConnectionEnd]
  /// The number of connections that are cut; later ones are not. Nil cuts all.
  package var cuts: Int?

  package init(
    seed: UInt64, stream: UInt64 = 0, bytes: ClosedRange<Int>,
    directions: [ProxyFlow] = ProxyFlow.allCases, kinds: [ConnectionEnd] = ConnectionEnd.allCases,
    cuts: Int? = nil
  ) {
    self.seed = seed
    self.stream = stream
    self.bytes = bytes
    self.directions = directions
    self.kinds = kinds
    self.cuts = cuts
  }

  /// Returns the cut point of a connection, counted from 0; nil for no cut.
  package func cutPoint(connection index: Int) -> CutPoint? {
    if let cuts, index >= cuts { return nil }
    guard !self.directions.isEmpty, !self.kinds.isEmpty else { return nil }
    var random = SeededGenerator(
      seed: self.seed, streams: [self.stream, UInt64(truncatingIfNeeded: index)])
    let direction = self.directions[random.next(in: 0 ... self.directions.count - 1)]
    let kind = self.kinds[random.next(in: 0 ... self.kinds.count - 1)]
    return CutPoint(after: random.next(in: self.bytes), direction, kind)
  }

  /// Returns the cut as faults for a ``ChaosProxy``.
  package func faults(connection index: Int) -> ConnectionFaults {
    ConnectionFaults(cut: self.cutPoint(connection: index))
  }
}
