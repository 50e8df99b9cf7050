import InteractionCore

extension TrackCurve {
  /// Returns the values of a track, with the unit.
  static func values(of track: Track) -> String {
    let values = track.keyframes.map(\.value)
    guard let first = values.first, let last = values.last else { return "" }
    let unit = track.property.unit
    guard values.contains(where: { $0 != first }) else { return TextMetrics.number(first) + unit }
    let low = TextMetrics.number(first)
    // A track that returns to its start is described by its farthest value.
    let farthest = values.max { abs($0 - first) < abs($1 - first) } ?? last
    let high = TextMetrics.number(last == first ? farthest : last)
    let isBack = last == first
    switch track.direction {
    case .normal: return isBack ? "\(low) → \(high) → \(low)\(unit)" : "\(low) → \(high)\(unit)"
    case .reverse: return isBack ? "\(low) → \(high) → \(low)\(unit)" : "\(high) → \(low)\(unit)"
    case .alternate: return "\(low) ↔ \(high)\(unit)"
    case .alternateReverse: return "\(high) ↔ \(low)\(unit)"
    }
  }

  /// Returns the easing and the times, in as much detail as fits.
  func description(fitting room: Double) -> String {
    var details = [self.times]
    if let overshoot = self.overshoot {
      details.append("+\(TextMetrics.number((overshoot * 1000).rounded() / 10)) %")
    }
    if self.track.keyframes.count > 2 {
      details.append("\(self.track.keyframes.count) keyframes")
    }
    let easing = self.track.easing
    let all = [easing.name + easing.numbers, easing.name].map { name in
      ([name] + details).joined(separator: ", ")
    }
    let fitting = all.first { TextMetrics.width($0) <= room }
    return fitting ?? TextMetrics.fitted(all[1], into: room)
  }

  /// The start and end times, with the repetition.
  private var times: String {
    let start = self.track.delay.seconds
    let first = TextMetrics.seconds(start + self.track.duration.seconds)
    let span = start > 0 ? "\(TextMetrics.seconds(start)) – \(first) s" : "\(first) s"
    return self.repetition.isEmpty ? span : "\(span) \(self.repetition)"
  }

  /// The number of iterations; empty for one.
  private var repetition: String {
    switch self.track.iterations {
    case 0: "× ∞"
    case 1: ""
    default: "× \(self.track.iterations)"
    }
  }
}

extension Easing {
  fileprivate var name: String {
    switch self {
    case .bezier(.linear): "linear"
    case .bezier(.easeIn): "ease-in"
    case .bezier(.easeOut): "ease-out"
    case .bezier(.easeInEaseOut): "ease-in-out"
    case .bezier(.systemDefault): "ease"
    case .bezier: "bézier"
    case .spring: "spring"
    case .steps(let count): count == 1 ? "1 step" : "\(count) steps"
    }
  }

  /// The parameters that the name does not include.
  fileprivate var numbers: String {
    switch self {
    case .bezier(.linear), .bezier(.easeIn), .bezier(.easeOut), .bezier(.easeInEaseOut),
      .bezier(.systemDefault), .steps:
      ""
    case .bezier(let curve):
      [curve.x1, curve.y1, curve.x2, curve.y2].map { " \(TextMetrics.number($0))" }.joined()
    case .spring(let spring): " ζ \(TextMetrics.number(spring.dampingRatio))"
    }
  }
}

extension AnimatedProperty {
  /// The unit of its values, with the space before it.
  fileprivate var unit: String {
    switch self {
    case .opacity, .shadowOpacity, .frame: ""
    case .scale, .scaleX, .scaleY: " ×"
    case .translateX, .translateY, .translateZ, .contentOffsetY, .centerX, .screenCenterX, .centerY,
      .maskDiameter, .shadowOffsetX, .shadowOffsetY, .shadowRadius, .maskWidth, .maskHeight:
      " pt"
    case .rotation, .rotationX, .rotationY: " rad"
    }
  }
}
