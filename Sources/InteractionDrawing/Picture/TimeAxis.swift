/// Session time along the picture, s. Long pauses take little room.
struct TimeAxis {
  /// A pause that is cut short.
  struct Break {
    /// What is cut out of it, s.
    let pause: ClosedRange<Double>
    /// Where the cut stands.
    let place: ClosedRange<Double>
  }

  let breaks: [Break]
  /// What lies between the breaks, in order.
  private let parts: [Scale]

  private static let breakWidth = 30.0
  private static let mostBreaks = 8
  /// A pause is cut if it is at least so long, s, and more than this part of the time shown.
  private static let shortestPause = 3.0
  private static let longestPart = 0.15

  /// An axis from 0 to `end` for a session in which something happens in each of `busy`.
  init(_ busy: [ClosedRange<Double>], upTo end: Double, from left: Double, to right: Double) {
    let pauses = Self.cuts(among: Self.pauses(between: busy), of: end)
    let shown = end - pauses.reduce(0) { $0 + $1.extent }
    let room = right - left - Double(pauses.count) * Self.breakWidth
    var (parts, breaks): ([Scale], [Break]) = ([], [])
    var (time, x) = (0.0, left)
    for pause in pauses {
      let edge = x + (pause.lowerBound - time) / shown * room
      parts.append(Scale(time ... pause.lowerBound, from: x, to: edge))
      breaks.append(Break(pause: pause, place: edge ... edge + Self.breakWidth))
      (time, x) = (pause.upperBound, edge + Self.breakWidth)
    }
    self.parts = parts + [Scale(time ... end, from: x, to: right)]
    self.breaks = breaks
  }

  /// Where `time` stands.
  func callAsFunction(_ time: Double) -> Double {
    for (part, cut) in zip(self.parts, self.breaks) {
      if time <= cut.pause.lowerBound { return part(time) }
      guard time > cut.pause.upperBound else {
        return Scale(cut.pause, from: cut.place.lowerBound, to: cut.place.upperBound)(time)
      }
    }
    return self.parts[self.parts.count - 1](time)
  }

  /// Round times in equal steps, about ten, none of them in a break.
  var roundTimes: [Double] {
    let shown = self.parts.reduce(0) { $0 + $1.values.extent }
    let step = Scale.roundStep(for: shown, atMost: 10)
    return self.parts.flatMap { $0.multiples(of: step) }
  }

  /// The times between what happens.
  private static func pauses(between busy: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var pauses: [ClosedRange<Double>] = []
    var end = 0.0
    for range in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // A little of the pause stays on both sides.
      if range.lowerBound - end > Self.shortestPause {
        pauses.append(end + 0.3 ... range.lowerBound - 0.3)
      }
      end = max(end, range.upperBound)
    }
    return pauses
  }

  /// The pauses that are cut out of `time`: the longest while it is a large part of what is left.
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
