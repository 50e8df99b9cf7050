import InteractionCore

/// The movement of a list, page or finger in the course of a session.
struct DrawnMovement {
  /// The moved subject.
  enum Subject: Hashable {
    /// A list; values are offsets, pt.
    case list(SourceID)
    /// Pages dragged with the app's own recognizer; values are translations, pt.
    case pages(PageDrag.Subject)
    /// Views under fingers that touched targets of this kind; values are translations, pt.
    case touch(String)
  }

  /// A continuous movement.
  struct Run {
    /// The touched target, if it is more specific than the subject; empty otherwise.
    var label = ""
    /// The time until which the last sample's values hold; nil for the time of that sample.
    var end: Double?
    private(set) var samples: [(time: Double, x: Double, y: Double)] = []

    init(label: String = "") {
      self.label = label
    }

    /// Adds a sample, unless it is outside the range that engines accept (rule S6).
    mutating func add(at time: Double, x: Double, y: Double) {
      guard abs(x) <= Self.farthest, abs(y) <= Self.farthest else { return }
      self.samples.append((time, x, y))
    }

    private static let farthest = 1e7
  }

  let subject: Subject
  var runs: [Run] = []
  /// The times during which a finger was down, s.
  var touches: [(start: Double, end: Double)] = []

  var samples: Int { self.runs.reduce(0) { $0 + $1.samples.count } }

  /// The times of movements and touches, s.
  var busy: [ClosedRange<Double>] {
    self.runs.flatMap { $0.samples.map { max($0.time, 0) ... max($0.time, 0) } }
      + self.touches.map { max($0.start, 0) ... max($0.end, $0.start, 0) }
  }

  /// A Boolean value that indicates whether it is mainly horizontal.
  var isSideways: Bool { self.range(of: \.x).extent > self.range(of: \.y).extent }

  /// The values along the main direction, over time.
  var lines: [[(time: Double, value: Double)]] {
    let isSideways = self.isSideways
    return self.runs.map { run in
      let line = run.samples.map { (time: $0.time, value: isSideways ? $0.x : $0.y) }
      guard let end = run.end, let last = line.last else { return line }
      return line + [(end, last.value)]
    }
  }

  /// The range of ``lines``.
  var range: ClosedRange<Double> { self.range(of: self.isSideways ? \.x : \.y) }

  private func range(
    of value: KeyPath<(time: Double, x: Double, y: Double), Double>
  ) -> ClosedRange<Double> {
    let values = self.runs.flatMap { $0.samples.map { $0[keyPath: value] } }
    return (values.min() ?? 0) ... (values.max() ?? 0)
  }

  /// The name in the picture.
  var name: String {
    switch self.subject {
    case .list(let source): source.name
    case .pages(.tabs): "swipe"
    case .pages(.back): "pull back"
    case .pages(.scan): "pan"
    case .touch(let root): root
    }
  }
}

extension ClosedRange<Double> {
  /// The length of the range.
  var extent: Double { self.upperBound - self.lowerBound }
}
