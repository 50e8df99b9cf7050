/// The offsets of one list at which anything can be decided.
///
/// A client may leave out samples that lie between the same lines as the sample before, inside one
/// cell; the directives are then the same as if it had sent them all.
public struct TriggerLines: Hashable, Sendable {
  /// The lines, pt, ascending, each once.
  public var offsets: [Double]
  /// Those of them that belong to the cell above; any other line belongs to none.
  public var cellStarts: [Double]
  /// Those of them that count only while a finger moves the list.
  public var fingerOffsets: [Double]
  /// The lists whose latest drag's start offset is one more line, where there is such a rule (R3).
  public var dragStarts: [SourceID]

  /// Whether no sample of this list may be left out.
  public var needsEverySample: Bool

  public init(
    offsets: [Double], cellStarts: [Double] = [], fingerOffsets: [Double] = [],
    dragStarts: [SourceID] = [], needsEverySample: Bool = false
  ) {
    self.offsets = offsets
    self.cellStarts = cellStarts
    self.fingerOffsets = fingerOffsets
    self.dragStarts = dragStarts
    self.needsEverySample = needsEverySample
  }

  /// Whether two samples of one movement, at these offsets, lie in one cell. The starts of drags
  /// are not looked at.
  public func areInOneCell(_ a: Double, _ b: Double, in phase: Scroll.Phase) -> Bool {
    self.offsets.allSatisfy { line in
      if phase != .moved, self.fingerOffsets.contains(line) { return true }
      if self.cellStarts.contains(line) { return (a < line) == (b < line) }
      return Self.areTogether(a, b, beside: line)
    }
  }

  /// Whether two offsets lie strictly on the same side of a line.
  public static func areTogether(_ a: Double, _ b: Double, beside line: Double) -> Bool {
    (a < line && b < line) || (a > line && b > line)
  }
}
