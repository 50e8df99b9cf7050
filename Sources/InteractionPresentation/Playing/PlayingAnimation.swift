import InteractionCore

/// A timeline that is playing.
struct PlayingAnimation: Hashable, Sendable {
  /// The origin of an animation.
  enum Origin: Hashable, Sendable {
    /// A directive, by its sequence number.
    case directive(UInt64)
    /// A predicted tap on this tab (rule T14).
    case tap(Int)
    /// The presenter itself: a released view returns to its place (rule D7).
    case release
    /// A badge's state, which loops an animation (rules B4, D5).
    case loop
  }

  let origin: Origin
  /// The aspect whose state it leads to; nil for none.
  let aspect: Setting.Aspect?
  let start: Instant
  /// The end; nil if it repeats forever.
  let end: Instant?
  /// A Boolean value that indicates whether the final values hold until the engine ends the state.
  let holds: Bool
  var motions: [PropertyAnimation]
  var captures: [Capture] = []
  /// The number that identifies its captures.
  var captureNumber: UInt64 = 0
  var staging: [Staging] = []
  /// The pages of a page transition; nil if it is none.
  var roles: PageTransitionRoles?
  /// The toggle's previous state; nil if it animates no toggle.
  var previousToggle: ToggleState?

  init(
    _ origin: Origin, of aspect: Setting.Aspect?, timeline: Timeline, start: Instant,
    holds: Bool = false
  ) {
    self.origin = origin
    self.aspect = aspect
    self.start = start
    self.holds = holds
    self.motions = Self.motions(of: timeline)
    self.end = self.motions.contains(where: \.isEndless) ? nil : start + timeline.duration
    self.captures = timeline.captures
    if case .directive(let number) = origin { self.captureNumber = number }
    self.staging = timeline.staging
  }

  private static func motions(of timeline: Timeline) -> [PropertyAnimation] {
    var motions: [PropertyAnimation] = []
    for track in timeline.tracks
    where !motions.contains(where: { $0.target == track.target && $0.property == track.property }) {
      motions.append(PropertyAnimation(track.target, track.property, of: timeline))
    }
    // Captures in the scene do not move with the window.
    let onScreen = motions.filter { $0.property == .screenCenterX }.map(\.target)
    motions.removeAll { $0.property == .centerX && onScreen.contains($0.target) }
    return motions
  }

  /// A Boolean value that indicates whether it repeats until a state ends it.
  var isLoop: Bool { self.end == nil }

  /// Returns whether it has played to its end; the final values may still hold.
  func hasEnded(by now: Instant) -> Bool {
    self.end.map { $0 <= now } ?? false
  }

  /// Returns whether it involves a view.
  func involves(_ target: ViewPath) -> Bool {
    self.motions.contains { $0.target == target }
      || self.captures.contains { $0.target == target }
      || self.staging.contains { $0.target == target }
  }
}
