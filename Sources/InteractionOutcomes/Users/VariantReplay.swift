import InteractionCore
import InteractionTrace
import InteractionWhatIf

/// A recording, replayed through the versions of other variants.
struct VariantReplay: Hashable, Sendable {
  /// The digests of the versions that decide otherwise than the recorded one.
  private(set) var different: Set<String> = []
  /// False if the rest of a replay is unknown, or the engine has changed: the recording then counts
  /// as different.
  private(set) var isComplete = true

  init(isComplete: Bool = true) { self.isComplete = isComplete }

  /// Replays a recording through one more version.
  mutating func add(_ trace: Trace, old: Experience, new: Experience) {
    guard old.digest != new.digest else { return }
    let comparison = try? SessionComparison(trace, old: old, new: new, isVerified: true)
    let isKnown = comparison.map { $0.difference != nil || $0.end == nil } ?? false
    if !isKnown { self.isComplete = false }
    if !isKnown || comparison?.difference != nil { self.different.insert(new.digest) }
  }

  /// Returns whether the recording differs in a version.
  func differs(in version: Experience) -> Bool {
    !self.isComplete || self.different.contains(version.digest)
  }
}
