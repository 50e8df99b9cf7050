import InteractionCore

/// A timeline that plays.
struct Performance: Hashable, Sendable {
  /// Who wants it to play.
  enum Origin: Hashable, Sendable {
    /// The engine, by the directive of this number.
    case directive(UInt64)
    /// A tap on this tab that the engine has not heard of (rule T14).
    case tap(Int)
    /// The presenter: what a finger moved goes back (rule D7).
    case release
    /// The state of a badge, whatever brought it (rules B4, D5).
    case loop
  }

  let origin: Origin
  /// The state that it leads to; nil if it leads nowhere.
  let aspect: Setting.Aspect?
  let start: Instant
  /// When it is over; nil for never.
  let end: Instant?
  /// Whether its last values hold until the engine says that it is over.
  let holds: Bool
  var motions: [Motion]
  var captures: [Capture] = []
  /// The number of the pictures.
  var captureNumber: UInt64 = 0
  var staging: [Staging] = []
  /// The pages that come and go.
  var roles: PageRoles?
  /// What a toggle showed before.
  var former: ToggleState?

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

  private static func motions(of timeline: Timeline) -> [Motion] {
    var motions: [Motion] = []
    for track in timeline.tracks
    where !motions.contains(where: { $0.target == track.target && $0.property == track.property }) {
      motions.append(Motion(track.target, track.property, of: timeline))
    }
    // A scene's pictures do not move with the window.
    let onScreen = motions.filter { $0.property == .screenCenterX }.map(\.target)
    motions.removeAll { $0.property == .centerX && onScreen.contains($0.target) }
    return motions
  }

  /// Whether it goes on until a state ends it.
  var isLoop: Bool { self.end == nil }

  /// Whether it has played; its last values may still hold.
  func hasEnded(by now: Instant) -> Bool {
    self.end.map { $0 <= now } ?? false
  }

  /// Whether a view has a part in it.
  func involves(_ target: Target) -> Bool {
    self.motions.contains { $0.target == target }
      || self.captures.contains { $0.target == target }
      || self.staging.contains { $0.target == target }
  }
}
