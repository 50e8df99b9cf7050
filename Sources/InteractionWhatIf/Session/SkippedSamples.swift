import InteractionCore

/// Finds the places in a recording where the client may have skipped samples that the new version
/// needs.
///
/// A client skips samples between the trigger lines of the version that it plays. Where the new
/// version has a line of its own, the recording does not tell when the list crossed it.
struct SkippedSamples {
  /// The maximum time between two samples of a client that sends all: two frames at 60 Hz.
  static let largestInterval = TimeSpan.milliseconds(35)

  /// The lines that only the new version has.
  private struct NewLines {
    var offsets: [Double]
    /// A Boolean value that indicates whether each sample counts.
    var needsEverySample: Bool
  }

  private struct Position {
    var time: Instant
    var y: Double
  }

  private var lines: [SourceID: NewLines] = [:]
  private var positions: [SourceID: Position] = [:]

  /// Sets the lines, which depend on the surface.
  mutating func setLines(of new: Session, notIn old: Session) {
    self.lines = [:]
    for source in new.experience.sources {
      let (mine, theirs) = (new.triggerLines(for: source.id), old.triggerLines(for: source.id))
      guard !theirs.needsEverySample, mine != theirs else { continue }
      let known = Set(theirs.offsets)
      let travels = mine.dependsOnTravel && (mine.away != theirs.away || mine.back != theirs.back)
      let lines = NewLines(
        offsets: mine.offsets.filter { !known.contains($0) },
        needsEverySample: mine.needsEverySample || travels)
      if lines.needsEverySample || !lines.offsets.isEmpty { self.lines[source.id] = lines }
    }
  }

  /// Returns whether samples that the new version needs may be missing before the event.
  mutating func mayPrecede(_ event: InteractionEvent) -> Bool {
    guard !self.lines.isEmpty, case .scroll(let scroll) = event.kind else { return false }
    let before = self.positions.updateValue(
      Position(time: event.time, y: scroll.y), forKey: scroll.source)
    switch scroll.phase {
    case .began, .programmaticBegan: return false
    case .moved, .decelerating, .programmaticMoved, .ended, .cancelled, .settled,
      .programmaticEnded:
      break
    }
    guard let before, let lines = self.lines[scroll.source], before.y != scroll.y,
      event.time - before.time > Self.largestInterval
    else { return false }
    let range = min(before.y, scroll.y) ... max(before.y, scroll.y)
    return lines.needsEverySample || lines.offsets.contains(where: range.contains)
  }
}
