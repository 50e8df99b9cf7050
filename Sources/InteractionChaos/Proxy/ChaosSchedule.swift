import InteractionRandom

/// Where and how connections are cut, drawn from a seed: the same seed, stream and number of the
/// connection give the same cut, whatever was asked before.
package struct ChaosSchedule: Hashable, Sendable {
  /// Where the draws start.
  package var seed: UInt64
  /// Tells schedules of one seed apart, for example one proxy per session.
  package var stream: UInt64
  /// How far a connection gets, in bytes of the drawn direction; drawn evenly.
  package var bytes: ClosedRange<Int>
  /// The directions to draw from; none if empty.
  package var directions: [Direction]
  /// The ways to end to draw from; none if empty.
  package var kinds: [Cut]
  /// How many connections are cut; those after them live. Nil: all.
  package var cuts: Int?

  package init(
    seed: UInt64, stream: UInt64 = 0, bytes: ClosedRange<Int>,
    directions: [Direction] = Direction.allCases, kinds: [Cut] = Cut.allCases, cuts: Int? = nil
  ) {
    self.seed = seed
    self.stream = stream
    self.bytes = bytes
    self.directions = directions
    self.kinds = kinds
    self.cuts = cuts
  }

  /// Where connection `index` is cut, the first one being 0.
  package func cutPoint(connection index: Int) -> CutPoint? {
    if let cuts, index >= cuts { return nil }
    guard !self.directions.isEmpty, !self.kinds.isEmpty else { return nil }
    var random = SeededGenerator(
      seed: self.seed, streams: [self.stream, UInt64(truncatingIfNeeded: index)])
    let direction = self.directions[random.next(in: 0 ... self.directions.count - 1)]
    let kind = self.kinds[random.next(in: 0 ... self.kinds.count - 1)]
    return CutPoint(after: random.next(in: self.bytes), direction, kind)
  }

  /// The same as faults, to be given to a ``ChaosProxy``.
  package func faults(connection index: Int) -> ConnectionFaults {
    ConnectionFaults(cut: self.cutPoint(connection: index))
  }
}
