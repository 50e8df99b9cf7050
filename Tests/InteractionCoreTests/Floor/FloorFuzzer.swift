import InteractionCore

/// A second floor under arbitrary events, with invariants that are checked after each.
///
/// The checks are plain comparisons that set ``fault``: there are too many for an expectation each.
struct FloorFuzzer {
  let preset: Preset
  private(set) var session: Session
  /// The first violated invariant.
  private(set) var fault: String?
  /// The floor's state by the directives so far.
  var shown: FloorState
  /// Session time, µs.
  private(set) var now: Int64 = 0
  /// The sequence number of the latest choreography's directive.
  var choreography: UInt64 = 0
  /// The number of the list's drag, and whether its finger is down.
  var drag: UInt32 = 1
  var isDragged = false
  /// The pointers on the floor's page in the order of their touches, and the latest one.
  var fingers: [UInt32] = []
  var finger: UInt32 = 0
  /// True if a close was requested during the opening.
  var owesClose = false
  /// True if a release started the latest opening.
  var followsRelease = false
  /// The end of the client's hold for the verdict on that release, µs.
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
    self.session = Session(experience: experience, surface: .phone)
    self.client = ClientModel(self.session.snapshot)
    self.shown = FloorState(
      phase: .closed, isBehindList: false, isPlaying: false, showsTip: false, hidesViews: false)
    self.send(.account(.signedIn))
    self.send(FloorBench.picture())
  }

  /// True if there is no veto.
  var mayOpen: Bool { self.isSignedIn && self.hasPicture }

  /// True if the client still holds the list 10 ms from now, so that a new drag ends the hold (rule
  /// D7).
  var isHeld: Bool { self.followsRelease && self.now + 10_000 < self.heldUntil }

  /// Sends an event 10 ms after the previous one.
  mutating func send(_ kind: InteractionEvent.Kind) {
    self.send(kind, at: self.now + 10_000)
  }

  /// Passes the next deadline. Returns false if there is none.
  @discardableResult mutating func pass() -> Bool {
    guard let deadline = self.session.nextDeadline else { return false }
    self.send(.tick, at: max(deadline.microseconds, self.now))
    return true
  }

  private mutating func send(_ kind: InteractionEvent.Kind, at time: Int64) {
    self.now = time
    let event = InteractionEvent(time: Instant(microseconds: time), kind: kind)
    if !self.session.violations(in: event).isEmpty { self.report("\(kind) is refused") }
    self.note(kind)
    var former = self.session.state
    let directives = self.session.handle(event)
    for directive in directives { self.check(directive, after: kind) }
    former.now = self.session.state.now
    let mayDiffer = !directives.isEmpty || former != self.session.state
    if mayDiffer && self.client.snapshot != self.session.snapshot {
      self.report("D1: after \(kind) the client knows \(self.client.snapshot)")
    }
    if self.owesClose && self.shown.phase == .open { self.report("F8: the close did not run") }
  }

  /// Updates the expected login, image and fingers before an event is sent.
  private mutating func note(_ kind: InteractionEvent.Kind) {
    switch kind {
    case .account(let change): self.isSignedIn = change == .signedIn
    case .assetReady(let asset): self.hasPicture = asset.size.width > 0
    case .assetFailed: self.hasPicture = false
    case .floor(.close) where self.shown.phase == .opening: self.owesClose = true
    default: break
    }
  }

  /// Returns true if nothing but session time has changed since `former`.
  func isSame(as former: FloorFuzzer) -> Bool {
    var state = self.session.state
    state.now = former.session.state.now
    return state == former.session.state && self.isDragged == former.isDragged
      && self.fingers == former.fingers && self.owesClose == former.owesClose
  }

  mutating func report(_ fault: String) {
    if self.fault == nil { self.fault = fault }
  }
}
