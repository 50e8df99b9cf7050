import InteractionCore

/// The common part of animations that differ only in their targets and values: the curves of their
/// tracks, on one time axis.
struct CurveSet: Hashable {
  let lane: DirectiveLane
  /// The distinct curves: tracks from 0, the first value, to 1, the last one.
  let curves: [Track]
  /// The length of the drawn part, s.
  let length: Double

  init(_ timeline: Timeline, in lane: DirectiveLane) {
    self.lane = lane
    var curves: [Track] = []
    for curve in timeline.tracks.compactMap(\.curve) where !curves.contains(curve) {
      curves.append(curve)
    }
    self.curves = curves.enumerated().sorted {
      ($0.element.delay, $0.element.end, $0.offset) < ($1.element.delay, $1.element.end, $1.offset)
    }.map(\.element)
    self.length = timeline.drawnEnd
  }

  /// Returns the index of a track's curve; nil if the track is constant.
  func index(of track: Track) -> Int? {
    track.curve.flatMap { self.curves.firstIndex(of: $0) }
  }
}

extension Track {
  /// The track from 0 to 1, without its target; nil if it is constant.
  fileprivate var curve: Track? {
    let values = self.keyframes.map(\.value)
    guard let first = values.first, let last = values.last else { return nil }
    let farthest = values.map { abs($0 - first) }.max() ?? 0
    let way = last == first ? farthest : last - first
    guard way != 0 else { return nil }
    var curve = self
    curve.target = ViewPath("")
    curve.property = .opacity
    curve.keyframes = self.keyframes.map { keyframe in
      // Finer than the picture's resolution, and equal despite rounding errors.
      let part = ((keyframe.value - first) / way * 10_000).rounded() / 10_000
      return Keyframe(position: keyframe.position, value: part)
    }
    return curve
  }
}
