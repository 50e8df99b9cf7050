/// The page behind the list that a long pull opens (rules F1–F10).
package struct SecondFloor: Hashable, Sendable {
  /// Where the floor is on its way; see ``FloorState/Phase`` for what the client sees of it.
  package enum Phase: Hashable, Sendable {
    /// Out of sight.
    ///
    /// Can transition to: ``pulling``, ``tip``, ``armed``, ``opening``.
    case closed
    /// The list is pulled down.
    ///
    /// Can transition to: ``closed``, ``tip``, ``armed``, ``opening``.
    case pulling
    /// The tip shows.
    ///
    /// Can transition to: ``closed``, ``pulling``, ``armed``, ``opening``.
    case tip
    /// A release opens. Only a finger gets here, never a bounce (rule F4).
    ///
    /// Can transition to: ``closed``, ``pulling``, ``tip``, ``opening``.
    case armed
    /// The choreography of a directive runs.
    ///
    /// Can transition to: ``open``, ``closing``, ``closed``.
    case opening(Opening)
    /// The page fills the screen; `pull` is the finger that may be closing it.
    ///
    /// Can transition to: ``closing``.
    case open(pull: UpwardPull?)
    /// The animation of that directive runs; over at `until` at the latest. Until `heldUntil` the
    /// client holds the page for the verdict, if a finger's release started it (rule D7).
    ///
    /// Can transition to: ``closed``, ``open``.
    case closing(directive: UInt64, until: Instant, heldUntil: Instant? = nil)
  }

  /// A running opening.
  package struct Opening: Hashable, Sendable {
    /// The directive of the choreography.
    package var directive: UInt64
    /// When it is over at the latest.
    package var until: Instant
    /// Whether to close as soon as it is open (rule F8).
    package var closeRequested: Bool
    /// Until when the client holds the list for the verdict, if a finger's release started it; then
    /// the client may let go before the verdict reaches it (rule D7).
    package var heldUntil: Instant?

    package init(
      directive: UInt64, until: Instant, closeRequested: Bool = false, heldUntil: Instant? = nil
    ) {
      self.directive = directive
      self.until = until
      self.closeRequested = closeRequested
      self.heldUntil = heldUntil
    }
  }

  /// A finger that pulls the open page up (rule F8).
  package struct UpwardPull: Hashable, Sendable {
    package var pointer: UInt32
    /// Where it touched down, pt from the top.
    package var start: Double
    /// Where it is, pt from the top.
    package var y: Double

    package init(pointer: UInt32, start: Double, y: Double? = nil) {
      self.pointer = pointer
      self.start = start
      self.y = y ?? start
    }

    /// How far it has moved the page up, pt: the page never goes below its place (rule F16).
    package var distance: Double { max(self.start - self.y, 0) }
  }

  /// What can happen to the floor.
  package enum Input: Hashable, Sendable {
    /// A step of the list that it hides behind.
    case step(ScrollTracker.Step)
    /// A finger on the open page.
    case pointer(Pointer)
    /// An order from outside (rule F9).
    case command(FloorCommand)
    /// The client says that an animation is over, one way or the other (rule F7).
    case animationEnded(directive: UInt64)
    /// The deadline has passed.
    case expire
    /// The client waited for the verdict for too long and let go (rule D7).
    case holdExpired
    /// The app left the screen.
    case background
  }

  /// Where the floor stands while something happens to it.
  package struct Context: Hashable, Sendable {
    /// Session time.
    package var now: Instant
    /// The list's offset, pt.
    package var y: Double
    /// The viewport's height, pt.
    package var viewportHeight: Double
    /// Whether the list can be seen (rule F14).
    package var isListSeen: Bool
    /// Whether animations take no time (rule D4).
    package var reducedMotion: Bool
    /// Whether the user is signed in (rule F5).
    package var isSignedIn: Bool
    /// The number that the directive of a starting choreography will have.
    package var nextDirective: UInt64

    package init(
      now: Instant, y: Double, viewportHeight: Double, isListSeen: Bool = true,
      reducedMotion: Bool, isSignedIn: Bool = false, nextDirective: UInt64
    ) {
      self.now = now
      self.y = y
      self.viewportHeight = viewportHeight
      self.isListSeen = isListSeen
      self.reducedMotion = reducedMotion
      self.isSignedIn = isSignedIn
      self.nextDirective = nextDirective
    }
  }

  /// What the floor decided.
  package enum Effect: Hashable, Sendable {
    /// It has entered that phase, with its page pulled so far up, pt.
    case entered(FloorState.Phase, pulled: Double = 0)
    /// A closing pull that came so far, pt, was not enough: the page goes back to its place.
    case springBack(from: Double)
    /// It hints at itself.
    case peek
    /// An order was refused.
    case refuse(FloorCommand, Refusal.Reason)
  }

  package var phase: Phase
  /// The picture, once it has arrived.
  package var asset: Asset?
  /// Whether the list's way back means nothing until the next drag, because its release was decided
  /// otherwise: by a veto (rule F5), or by a client that let go (rule D7).
  package var ignoresBounce: Bool
  /// The velocity of the finger that pulls the open page, if one does, else of the list's drag:
  /// never samples of both (rule S7).
  package var velocity: VelocityTracker

  package init(
    phase: Phase = .closed, asset: Asset? = nil, ignoresBounce: Bool = false,
    velocity: VelocityTracker = VelocityTracker()
  ) {
    self.phase = phase
    self.asset = asset
    self.ignoresBounce = ignoresBounce
    self.velocity = velocity
  }

  /// When the running choreography counts as over.
  package var deadline: Instant? {
    switch self.phase {
    case .closed, .pulling, .tip, .armed, .open: nil
    case .opening(let opening): opening.until
    case .closing(_, let until, _): until
    }
  }

  /// Takes in `input`; the effects come in order, at most three.
  package mutating func handle(
    _ input: Input, by rule: Held<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    switch input {
    case .step(let step):
      return self.handle(step, by: rule, in: context)
    case .pointer(let pointer):
      return self.handle(pointer, by: rule, in: context)
    case .command(let command):
      return self.handle(command, by: rule, in: context)
    case .animationEnded(let directive):
      switch self.phase {
      case .opening(let opening)
      where opening.directive == directive && rule.restoring == .byCompletion:
        return self.complete(by: rule, in: context)
      case .closing(directive, _, _):
        return self.complete(by: rule, in: context)
      case .opening, .closing, .closed, .pulling, .tip, .armed, .open:
        // Another directive's animation, or one that a fixed delay ends.
        return []
      }
    case .expire:
      return self.complete(by: rule, in: context)
    case .holdExpired:
      return self.letGo()
    case .background:
      return self.enterBackground()
    }
  }

  /// The client let go before the verdict reached it: what the finger released is back where it was
  /// (rule D7).
  private mutating func letGo() -> [Effect] {
    switch self.phase {
    case .opening(let opening) where opening.heldUntil != nil:
      self.phase = .closed
      self.ignoresBounce = true
      return [.entered(.closed)]
    case .closing(_, _, .some):
      self.phase = .open(pull: nil)
      return [.entered(.open)]
    case .opening, .closing, .closed, .pulling, .tip, .armed, .open:
      // Nothing was held, or what came of it is over.
      return []
    }
  }

  /// The running choreography is over: the floor is where it led (rule F7).
  private mutating func complete(
    by rule: Held<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    switch self.phase {
    case .opening(let opening):
      self.phase = .open(pull: nil)
      guard opening.closeRequested else { return [.entered(.open)] }
      // Announced between the two, so that the app learns of both (rule F9).
      var context = context
      context.nextDirective += 1
      return [.entered(.open)] + self.close(by: rule, in: context)
    case .closing:
      self.phase = .closed
      return [.entered(.closed)]
    case .closed, .pulling, .tip, .armed, .open:
      return []
    }
  }

  /// Nothing stays half done while the app cannot be seen (rules S3, F7).
  private mutating func enterBackground() -> [Effect] {
    switch self.phase {
    case .opening(let opening):
      guard opening.closeRequested else {
        self.phase = .open(pull: nil)
        return [.entered(.open)]
      }
      self.phase = .closed
      return [.entered(.open), .entered(.closing), .entered(.closed)]
    case .closing, .pulling, .tip, .armed:
      self.phase = .closed
      return [.entered(.closed)]
    case .open(let pull):
      self.phase = .open(pull: nil)
      if pull != nil { self.velocity.reset() }
      return []
    case .closed:
      return []
    }
  }
}

extension SecondFloor.Phase {
  /// What the client sees of the phase.
  package var visible: FloorState.Phase {
    switch self {
    case .closed: .closed
    case .pulling: .pulling
    case .tip: .tip
    case .armed: .armed
    case .opening: .opening
    case .open: .open
    case .closing: .closing
    }
  }
}
