/// The offsets of one list at which anything can be decided.
///
/// A client may leave out samples that lie strictly between two lines, inside the same cell as the
/// sample before; the directives are then the same as if it had sent them all.
public struct TriggerLines: Hashable, Sendable {
  /// The lines, pt, ascending, each once.
  public var offsets: [Double]
  /// The lists whose latest drag's start offset is one more line, where there is such a rule (R3).
  public var dragStarts: [SourceID]

  /// Whether no sample of this list may be left out.
  public var needsEverySample: Bool

  public init(
    offsets: [Double], dragStarts: [SourceID] = [], needsEverySample: Bool = false
  ) {
    self.offsets = offsets
    self.dragStarts = dragStarts
    self.needsEverySample = needsEverySample
  }
}
