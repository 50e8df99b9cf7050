/// The number of sessions by label values, for a bounded number of them: each is a metric series of
/// every engine, and new versions keep coming.
///
/// Labels with sessions keep their series. New labels take over the series of those that have been
/// without sessions for longest; if all have sessions, they count as ``other``.
@available(InteractionEngine 1.0, *)
struct BoundedSeries<Labels: Hashable & Sendable>: Sendable {
  /// The labels that an opened session counts as.
  struct CountedLabels: Hashable, Sendable {
    let labels: Labels
    /// The labels whose series is removed for it; nil if none.
    var replaced: Labels?
  }

  /// The labels of all sessions without a series of their own.
  let other: Labels
  private let maximum: Int
  /// The number of sessions of each series, and of the others.
  private var sessions: [Labels: Int]
  /// The labels with a series and without sessions, longest idle first.
  private var idle: [Labels] = []

  /// - Parameter maximum: The maximum number of series, besides that of the others.
  init(other: Labels, maximum: Int = 32) {
    self.other = other
    self.maximum = maximum
    self.sessions = [other: 0]
  }

  /// Returns the number of sessions that count as these labels.
  func count(of labels: Labels) -> Int { self.sessions[labels] ?? 0 }

  /// Counts an opened session.
  mutating func open(_ labels: Labels) -> CountedLabels {
    let opening = self.place(for: labels)
    self.sessions[opening.labels, default: 0] += 1
    self.idle.removeAll { $0 == opening.labels }
    return opening
  }

  /// Counts the end of a session.
  mutating func end(_ labels: Labels) {
    guard let count = self.sessions[labels], count > 0 else { return }
    self.sessions[labels] = count - 1
    if count == 1, labels != self.other { self.idle.append(labels) }
  }

  private mutating func place(for labels: Labels) -> CountedLabels {
    if self.sessions[labels] != nil || self.sessions.count - 1 < self.maximum {
      return CountedLabels(labels: labels)
    }
    guard let oldest = self.idle.first else { return CountedLabels(labels: self.other) }
    self.idle.removeFirst()
    self.sessions[oldest] = nil
    return CountedLabels(labels: labels, replaced: oldest)
  }
}
