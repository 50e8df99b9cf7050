import InteractionCore

/// A second floor to which anything may happen, and what holds after every event whatever does.
///
/// The checks are plain comparisons that leave a line in ``fault``: there are too many of them for
/// an expectation each.
struct FloorUnderFire {
  let preset: Preset
  private(set) var session: Session
  /// The first thing that was not as it should be.
  private(set) var fault: String?
  /// What the floor shows by the directives so far.
  var shown: FloorState
  /// Session time, µs.
  private(set) var now: Int64 = 0
  /// The newest choreography's directive.
  var choreography: UInt64 = 0
  /// The finger on the list, and whether it is down.
  var drag: UInt32 = 1
  var isDragged = false
  /// The fingers on the floor's page, in the order in which they went down, and the newest one.
  var fingers: [UInt32] = []
  var finger: UInt32 = 0
  /// Whether a close that came during an opening has still to run.
  var owesClose = false
  /// Whether a finger's release started the newest opening.
  var followsRelease = false
  /// Until when the client holds the list for the verdict on that release, µs.
  var heldUntil: Int64 = 0

  var client: ClientModel
  var lastDirective: UInt64 = 0
  private var isSignedIn = false
  private var hasPicture = false

  init(_ preset: Preset) {
    self.preset = preset
    let experience = FloorBench.experience(preset) {
      $0.requiresLogin = true
      $0.requiresAsset = true
    }
    self.session = Session(experience: experience, environment: .phone)
    self.client = ClientModel(self.session.snapshot)
    self.shown = FloorState(
      phase: .closed, isBehindList: false, isPlaying: false, showsTip: false, hidesViews: false)
    self.send(.account(.signedIn))
    self.send(FloorBench.picture())
  }

  /// Whether nothing keeps the floor shut.
  var mayOpen: Bool { self.isSignedIn && self.hasPicture }

  /// Whether the list is still held, 10 ms from now: then a new drag ends the hold (rule D7).
  var isHeld: Bool { self.followsRelease && self.now + 10_000 < self.heldUntil }

  /// One event, 10 ms after the one before.
  mutating func send(_ kind: Event.Kind) {
    self.send(kind, at: self.now + 10_000)
  }

  /// Lets the next deadline pass. Returns whether there was one.
  @discardableResult mutating func pass() -> Bool {
    guard let deadline = self.session.nextDeadline else { return false }
    self.send(.tick, at: max(deadline.microseconds, self.now))
    return true
  }

  private mutating func send(_ kind: Event.Kind, at time: Int64) {
    self.now = time
    let event = Event(time: Instant(microseconds: time), kind: kind)
    if !self.session.violations(in: event).isEmpty { self.report("\(kind) is refused") }
    self.note(kind)
    for directive in self.session.handle(event) {
      self.check(directive, after: kind)
    }
    if self.client.snapshot != self.session.snapshot {
      self.report("D1: after \(kind) the client knows \(self.client.snapshot)")
    }
    if self.owesClose && self.shown.phase == .open { self.report("F8: the close did not run") }
  }

  /// What the world knows before the engine hears of it.
  private mutating func note(_ kind: Event.Kind) {
    switch kind {
    case .account(let change): self.isSignedIn = change == .signedIn
    case .assetReady(let asset): self.hasPicture = asset.size.width > 0
    case .assetFailed: self.hasPicture = false
    case .floor(.close) where self.shown.phase == .opening: self.owesClose = true
    default: break
    }
  }

  /// Whether nothing has come of what happened since `former`, but that time has passed.
  func isSame(as former: FloorUnderFire) -> Bool {
    var state = self.session.state
    state.now = former.session.state.now
    return state == former.session.state && self.isDragged == former.isDragged
      && self.fingers == former.fingers && self.owesClose == former.owesClose
  }

  mutating func report(_ fault: String) {
    if self.fault == nil { self.fault = fault }
  }
}
