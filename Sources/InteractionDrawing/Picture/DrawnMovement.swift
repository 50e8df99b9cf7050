import InteractionCore

/// Something that fingers or the app move in the course of a session.
struct DrawnMovement {
  /// What is moved.
  enum Subject: Hashable {
    /// A list; values are its offset, pt.
    case list(SourceID)
    /// Whole pages under a finger that the client has recognised; values are its way, pt.
    case pages(PageDrag.Subject)
    /// Whatever lies under fingers that touched down on these targets; values are their way, pt.
    case touch(String)
  }

  /// An unbroken movement.
  struct Run {
    /// What was touched, where that says more than the subject.
    var label = ""
    private(set) var samples: [(time: Double, x: Double, y: Double)] = []

    init(label: String = "") {
      self.label = label
    }

    /// Adds a sample, unless it is one that every engine refuses (rule S6).
    mutating func add(at time: Double, x: Double, y: Double) {
      guard abs(x) <= Self.farthest, abs(y) <= Self.farthest else { return }
      self.samples.append((time, x, y))
    }

    private static let farthest = 1e7
  }

  let subject: Subject
  var runs: [Run] = []
  /// When a finger was down.
  var touches: [(start: Double, end: Double)] = []

  var samples: Int { self.runs.reduce(0) { $0 + $1.samples.count } }

  /// When it moves, s, and when fingers are down.
  var busy: [ClosedRange<Double>] {
    self.runs.flatMap { $0.samples.map { max($0.time, 0) ... max($0.time, 0) } }
      + self.touches.map { max($0.start, 0) ... max($0.end, $0.start, 0) }
  }

  /// Whether it goes sideways rather than up and down.
  var isSideways: Bool { self.range(of: \.x).extent > self.range(of: \.y).extent }

  /// The way that it mostly goes, over time.
  var lines: [[(time: Double, value: Double)]] {
    let isSideways = self.isSideways
    return self.runs.map { $0.samples.map { ($0.time, isSideways ? $0.x : $0.y) } }
  }

  /// The values of ``lines``.
  var range: ClosedRange<Double> { self.range(of: self.isSideways ? \.x : \.y) }

  private func range(
    of value: KeyPath<(time: Double, x: Double, y: Double), Double>
  ) -> ClosedRange<Double> {
    let values = self.runs.flatMap { $0.samples.map { $0[keyPath: value] } }
    return (values.min() ?? 0) ... (values.max() ?? 0)
  }

  /// What it is called in the picture.
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
  /// How far it is from end to end.
  var extent: Double { self.upperBound - self.lowerBound }
}
