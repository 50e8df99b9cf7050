/// The axis of session time, s. Long pauses are shortened.
struct TimeAxis {
  /// A shortened pause.
  struct Break {
    /// The omitted time, s.
    let pause: ClosedRange<Double>
    /// The coordinates of the break.
    let place: ClosedRange<Double>
  }

  let breaks: [Break]
  /// The scales between the breaks, in order.
  private let parts: [LinearScale]

  private static let breakWidth = 30.0
  private static let mostBreaks = 8
  /// The minimum length of a pause that is cut, s, and its minimum fraction of the shown time.
  private static let shortestPause = 3.0
  private static let longestPart = 0.15

  /// Creates an axis from 0 to `end` for a session with activity in the ranges `busy`.
  init(_ busy: [ClosedRange<Double>], upTo end: Double, from left: Double, to right: Double) {
    let pauses = Self.cuts(among: Self.pauses(between: busy), of: end)
    let shown = end - pauses.reduce(0) { $0 + $1.extent }
    let room = right - left - Double(pauses.count) * Self.breakWidth
    var (parts, breaks): ([LinearScale], [Break]) = ([], [])
    var (time, x) = (0.0, left)
    for pause in pauses {
      let edge = x + (pause.lowerBound - time) / shown * room
      parts.append(LinearScale(time ... pause.lowerBound, from: x, to: edge))
      breaks.append(Break(pause: pause, place: edge ... edge + Self.breakWidth))
      (time, x) = (pause.upperBound, edge + Self.breakWidth)
    }
    self.parts = parts + [LinearScale(time ... end, from: x, to: right)]
    self.breaks = breaks
  }

  /// Returns the coordinate of `time`.
  func callAsFunction(_ time: Double) -> Double {
    for (part, cut) in zip(self.parts, self.breaks) {
      if time <= cut.pause.lowerBound { return part(time) }
      guard time > cut.pause.upperBound else {
        return LinearScale(cut.pause, from: cut.place.lowerBound, to: cut.place.upperBound)(time)
      }
    }
    return self.parts[self.parts.count - 1](time)
  }

  /// The round times at about ten equal steps, none of them in a break.
  var roundTimes: [Double] {
    let shown = self.parts.reduce(0) { $0 + $1.values.extent }
    let step = LinearScale.roundStep(for: shown, atMost: 10)
    return self.parts.flatMap { $0.multiples(of: step) }
  }

  /// Returns the pauses between activities.
  private static func pauses(between busy: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var pauses: [ClosedRange<Double>] = []
    var end = 0.0
    for range in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // A margin remains on both sides.
      if range.lowerBound - end > Self.shortestPause {
        pauses.append(end + 0.3 ... range.lowerBound - 0.3)
      }
      end = max(end, range.upperBound)
    }
    return pauses
  }

  /// Returns the pauses to cut: the longest ones, as long as each is a large fraction of the
  /// remaining time.
  private static func cuts(
    among pauses: [ClosedRange<Double>], of time: Double
  ) -> [ClosedRange<Double>] {
    var shown = time
    var cuts: [ClosedRange<Double>] = []
    for pause in pauses.sorted(by: { ($1.extent, $0.lowerBound) < ($0.extent, $1.lowerBound) }) {
      guard cuts.count < Self.mostBreaks, pause.extent > shown * Self.longestPart else { break }
      cuts.append(pause)
      shown -= pause.extent
    }
    return cuts.sorted { $0.lowerBound < $1.lowerBound }
  }
}
