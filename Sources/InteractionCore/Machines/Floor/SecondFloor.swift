/// The state machine of the page behind the list that a long pull opens (rules F1–F16).
package struct SecondFloor: Hashable, Sendable {
  /// The phase of the floor; ``FloorState/Phase`` is its visible part.
  package enum Phase: Hashable, Sendable {
    /// Closed and hidden.
    ///
    /// Can transition to: ``pulling``, ``tip``, ``armed``, ``opening``.
    case closed
    /// The list is pulled down.
    ///
    /// Can transition to: ``closed``, ``tip``, ``armed``, ``opening``.
    case pulling
    /// The tip is visible.
    ///
    /// Can transition to: ``closed``, ``pulling``, ``armed``, ``opening``.
    case tip
    /// A release opens the floor. Reached only by a finger, never by a bounce (rule F4).
    ///
    /// Can transition to: ``closed``, ``pulling``, ``tip``, ``opening``.
    case armed
    /// The opening choreography runs.
    ///
    /// Can transition to: ``open``, ``closing``, ``closed``.
    case opening(Opening)
    /// The page fills the screen; `pull` is a finger's closing pull, if any.
    ///
    /// Can transition to: ``closing``.
    case open(pull: ClosingPull?)
    /// The closing animation of `directive` runs, with its watchdog timeout at `until`. If a
    /// finger's release started it, the client holds the page until `heldUntil` while it waits for
    /// the engine's decision (rule D7).
    ///
    /// Can transition to: ``closed``, ``open``.
    case closing(directive: UInt64, until: Instant, heldUntil: Instant? = nil)
  }

  /// A running opening.
  package struct Opening: Hashable, Sendable {
    /// The sequence number of the choreography's directive.
    package var directive: UInt64
    /// The time at which the opening ends at the latest: the watchdog timeout, or the end of a
    /// fixed delay.
    package var until: Instant
    /// A Boolean value that indicates whether the floor closes as soon as it is open (rule F8).
    package var closeRequested: Bool
    /// The time until which the client holds the list while it waits for the engine's decision; nil
    /// unless a finger's release started the opening. The client's hold may time out before the
    /// decision arrives (rule D7).
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

  /// A finger's closing pull on the open page (rule F8).
  package struct ClosingPull: Hashable, Sendable {
    package var pointer: UInt32
    /// The finger's position at touch-down, pt from the top.
    package var start: Double
    /// The finger's current position, pt from the top.
    package var y: Double

    package init(pointer: UInt32, start: Double, y: Double? = nil) {
      self.pointer = pointer
      self.start = start
      self.y = y ?? start
    }

    /// The distance by which the page has moved up, pt; never negative, as the page never moves
    /// below its position (rule F16).
    package var distance: Double { max(self.start - self.y, 0) }
  }

  /// An input of the floor.
  package enum Input: Hashable, Sendable {
    /// A scroll step of the list in front of the floor.
    case step(ScrollTracker.Step)
    /// A touch event on the open page.
    case pointer(Pointer)
    /// A command (rule F9).
    case command(FloorCommand)
    /// The client reports the end of an animation, finished or cancelled (rule F7).
    case animationEnded(directive: UInt64)
    /// The deadline has passed.
    case expire
    /// The client's hold timed out, and it released the list or page (rule D7).
    case holdExpired
    /// The app entered the background.
    case background
  }

  /// The surroundings of the floor at the time of an input.
  package struct Context: Hashable, Sendable {
    /// Session time.
    package var now: Instant
    /// The list's offset, pt.
    package var y: Double
    /// The viewport's height, pt.
    package var viewportHeight: Double
    /// A Boolean value that indicates whether the list is visible (rule F14).
    package var isListVisible: Bool
    /// A Boolean value that indicates whether animations have no duration (rule D4).
    package var reducedMotion: Bool
    /// A Boolean value that indicates whether the user is signed in (rule F5).
    package var isSignedIn: Bool
    /// The sequence number that the directive of a starting choreography will have.
    package var nextDirective: UInt64

    package init(
      now: Instant, y: Double, viewportHeight: Double, isListVisible: Bool = true,
      reducedMotion: Bool, isSignedIn: Bool = false, nextDirective: UInt64
    ) {
      self.now = now
      self.y = y
      self.viewportHeight = viewportHeight
      self.isListVisible = isListVisible
      self.reducedMotion = reducedMotion
      self.isSignedIn = isSignedIn
      self.nextDirective = nextDirective
    }
  }

  /// A decision of the floor.
  package enum Effect: Hashable, Sendable {
    /// The floor entered a phase, with its page pulled up by `pulled` pt.
    case entered(FloorState.Phase, pulled: Double = 0)
    /// A closing pull of this distance, pt, was too short: the page springs back.
    case springBack(from: Double)
    /// The floor peeks.
    case peek
    /// A command was refused.
    case refuse(FloorCommand, Refusal.Reason)
  }

  package var phase: Phase
  /// The loaded image; nil until the client reports it.
  package var asset: Asset?
  /// A Boolean value that indicates whether the list's bounce is ignored until the next drag,
  /// because its release had another outcome: a veto (rule F5), or a hold that timed out on the
  /// client (rule D7).
  package var ignoresBounce: Bool
  /// A Boolean value that indicates whether the floor is turned off: pulls and commands do not open
  /// it (rule F17).
  package var isOff: Bool
  /// The velocity of the finger on the open page if there is one, otherwise of the list's drag:
  /// samples of the two are never mixed (rule S7).
  package var velocity: VelocityTracker

  package init(
    phase: Phase = .closed, asset: Asset? = nil, ignoresBounce: Bool = false,
    isOff: Bool = false, velocity: VelocityTracker = VelocityTracker()
  ) {
    self.phase = phase
    self.asset = asset
    self.ignoresBounce = ignoresBounce
    self.isOff = isOff
    self.velocity = velocity
  }

  /// The time at which the running choreography ends at the latest; nil if none runs.
  package var deadline: Instant? {
    switch self.phase {
    case .closed, .pulling, .tip, .armed, .open: nil
    case .opening(let opening): opening.until
    case .closing(_, let until, _): until
    }
  }

  /// Handles `input`; returns at most three effects, in order.
  package mutating func handle(
    _ input: Input, by rule: Boxed<FloorDefinition.Rule>, in context: Context
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
      where opening.directive == directive && rule.wrappedValue.restoring == .byCompletion:
        return self.complete(by: rule, in: context)
      case .closing(directive, _, _):
        return self.complete(by: rule, in: context)
      case .opening, .closing, .closed, .pulling, .tip, .armed, .open:
        // The end of another directive's animation, or of one that ends after a fixed delay.
        return []
      }
    case .expire:
      return self.complete(by: rule, in: context)
    case .holdExpired:
      return self.expireHold()
    case .background:
      return self.enterBackground()
    }
  }

  /// Reverts a release, because the client's hold timed out before the decision arrived (rule D7).
  private mutating func expireHold() -> [Effect] {
    switch self.phase {
    case .opening(let opening) where opening.heldUntil != nil:
      self.phase = .closed
      self.ignoresBounce = true
      return [.entered(.closed)]
    case .closing(_, _, .some):
      self.phase = .open(pull: nil)
      return [.entered(.open)]
    case .opening, .closing, .closed, .pulling, .tip, .armed, .open:
      // No hold was running, or the choreography has ended.
      return []
    }
  }

  /// Completes the running choreography (rule F7).
  private mutating func complete(
    by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    switch self.phase {
    case .opening(let opening):
      self.phase = .open(pull: nil)
      guard opening.closeRequested else { return [.entered(.open)] }
      // Two directives, so that the app receives both phases (rule F9).
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

  /// Completes or resets every intermediate phase, because the app is in the background (rules S3,
  /// F7).
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
  /// The visible phase.
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
