/// The offsets of one list at which a decision can change.
///
/// A client may omit samples that lie in the same cell as the sample before, between the same
/// lines; the directives are the same as with all samples.
public struct TriggerLines: Hashable, Sendable {
  /// The lines, pt, ascending and unique.
  public var offsets: [Double]
  /// The lines that belong to the cell above them; other lines belong to no cell.
  public var cellStarts: [Double]
  /// The lines that apply only while a finger moves the list.
  public var fingerOffsets: [Double]
  /// The lists whose latest drag's start offset is another line, for toggles with such a rule (R3).
  public var dragStarts: [SourceID]

  /// The distances of travel at which a decision can change, pt, towards growing and towards
  /// shrinking offsets; a change of the list's direction then counts as a line, too (rule R12).
  public var away: [Double]
  public var back: [Double]

  /// A Boolean value that indicates whether no sample of this list may be omitted.
  public var needsEverySample: Bool

  public init(
    offsets: [Double], cellStarts: [Double] = [], fingerOffsets: [Double] = [],
    dragStarts: [SourceID] = [], away: [Double] = [], back: [Double] = [],
    needsEverySample: Bool = false
  ) {
    self.offsets = offsets
    self.cellStarts = cellStarts
    self.fingerOffsets = fingerOffsets
    self.dragStarts = dragStarts
    self.away = away
    self.back = back
    self.needsEverySample = needsEverySample
  }

  /// Returns whether two samples of one scroll, at these offsets, lie in one cell. ``dragStarts``
  /// is not taken into account.
  public func isSameCell(_ a: Double, _ b: Double, in phase: Scroll.Phase) -> Bool {
    self.offsets.allSatisfy { line in
      if phase != .moved, self.fingerOffsets.contains(line) { return true }
      if self.cellStarts.contains(line) { return (a < line) == (b < line) }
      return Self.isSameSide(a, b, of: line)
    }
  }

  /// A Boolean value that indicates whether decisions depend on the list's travel.
  public var dependsOnTravel: Bool { !self.away.isEmpty || !self.back.isEmpty }

  /// Returns whether the list's travel before and after a sample lies in one cell.
  public func isSameCell(_ a: ScrollTravel, _ b: ScrollTravel) -> Bool {
    guard self.dependsOnTravel else { return true }
    return a.turn == b.turn
      && self.away.allSatisfy { (a.distance >= $0) == (b.distance >= $0) }
      && self.back.allSatisfy { (-a.distance >= $0) == (-b.distance >= $0) }
  }

  /// Returns whether two offsets lie strictly on the same side of a line.
  public static func isSameSide(_ a: Double, _ b: Double, of line: Double) -> Bool {
    (a < line && b < line) || (a > line && b > line)
  }
}
