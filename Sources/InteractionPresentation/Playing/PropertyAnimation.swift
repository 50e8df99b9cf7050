import InteractionCore

/// The animation of one property of one view.
struct PropertyAnimation: Hashable, Sendable {
  let target: ViewPath
  let property: AnimatedProperty
  /// The timeline's tracks for the property, by delay.
  private var tracks: [Track]
  /// The first track, changed to start at the presented value; nil if it starts at its own.
  private var start: Track?
  /// The index of the view's element in the scene.
  var place = 0

  init(_ target: ViewPath, _ property: AnimatedProperty, of timeline: Timeline) {
    self.target = target
    self.property = property
    self.tracks = timeline.tracks
      .filter { $0.target == target && $0.property == property }
      .sorted { $0.delay < $1.delay }
  }

  /// Returns the motion with the presented `value` in place of the first keyframe, also during the
  /// delay.
  func from(_ value: Double?) -> PropertyAnimation {
    guard let value, var track = self.tracks.first else { return self }
    let startsAtEnd = track.direction == .reverse || track.direction == .alternateReverse
    let first = startsAtEnd ? track.keyframes.last?.position : track.keyframes.first?.position
    for index in track.keyframes.indices where track.keyframes[index].position == first {
      track.keyframes[index].value = value
    }
    switch track.fill {
    case .none: track.fill = .backwards
    case .forwards: track.fill = .both
    case .backwards, .both: break
    }
    var motion = self
    motion.start = track
    return motion
  }

  /// A Boolean value that indicates whether a track repeats forever.
  var isEndless: Bool { self.tracks.contains { $0.iterations == 0 && $0.duration > .zero } }

  /// Returns the value at `time` after the timeline's start; nil for the layout's own. Of several
  /// tracks the last one that has started determines it; before all of them the first.
  func value(at time: TimeSpan) -> Double? {
    guard let first = self.tracks.first else { return nil }
    if let start = self.start, time < first.delay + first.duration { return start.value(at: time) }
    guard let index = self.tracks.lastIndex(where: { $0.delay <= time }) else {
      return first.value(at: time)
    }
    return self.tracks[index].value(at: time)
  }
}
