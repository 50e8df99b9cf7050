/// The pages above the root and their transition (rules N1–N5).
public struct NavigationState: Hashable, Sendable {
  /// One page above the root.
  public struct Page: Hashable, Sendable {
    /// The page's route, as the client names it.
    public var route: String
    /// The style of its transition, in and out.
    public var style: NavigationStyle
    /// A Boolean value that indicates whether the page is presented modally rather than pushed.
    public var isPresented: Bool
    /// The key view's frame at the page's incoming transition, pt; the transition back returns to
    /// it.
    public var keyFrame: Rect?
    /// The page's position at rest. Set by the engine; a client's value is ignored.
    public var restingPosition: RestingPosition
    /// A Boolean value that indicates whether the page leaves the tab bar visible (rule N6).
    public var keepsBar: Bool

    public init(
      route: String, style: NavigationStyle, isPresented: Bool = false, keyFrame: Rect? = nil,
      restingPosition: RestingPosition = RestingPosition(), keepsBar: Bool = false
    ) {
      self.route = route
      self.style = style
      self.isPresented = isPresented
      self.keyFrame = keyFrame
      self.restingPosition = restingPosition
      self.keepsBar = keepsBar
    }
  }

  /// The pages of a tab that is not selected (rule N6).
  public struct TabPages: Hashable, Sendable {
    /// The tab's index.
    public var tab: Int
    /// The pages, bottom to top.
    public var pages: [Page]

    public init(tab: Int, pages: [Page]) {
      self.tab = tab
      self.pages = pages
    }
  }

  /// The position of a page at rest, as its incoming transition leaves it (rule N4): by default the
  /// whole screen.
  public struct RestingPosition: Hashable, Sendable {
    /// The offset to the right of the screen's left edge, pt.
    public var dx: Double
    /// The offset below the screen's top edge, pt: positive for a sheet.
    public var dy: Double
    /// The opacity of the mask over the pages underneath, 0 … 1.
    public var mask: Double

    public init(dx: Double = 0, dy: Double = 0, mask: Double = 0) {
      self.dx = dx
      self.dy = dy
      self.mask = mask
    }

    /// A Boolean value that indicates whether a part of the pages underneath stays visible.
    public var isPartial: Bool { self.dx != 0 || self.dy != 0 }
  }

  /// The change that a transition makes to the stack.
  public struct Change: Hashable, Sendable {
    /// The operation.
    public var operation: NavigationRequest.Operation
    /// The route of the incoming or outgoing page.
    public var route: String
    /// The style; without an animation in the directive, the platform's own transition applies.
    public var style: NavigationStyle

    public init(
      operation: NavigationRequest.Operation, route: String, style: NavigationStyle
    ) {
      self.operation = operation
      self.route = route
      self.style = style
    }
  }

  /// The phase of the latest transition.
  public enum Phase: Hashable, Sendable {
    /// Idle, with the latest transition's outcome; nil before the first.
    case idle(TransitionOutcome?)
    /// The animation of the directive that carried this state runs; input is blocked (rule N3).
    case running
    /// A finger dismisses a page, or presents one, which is not yet among the pages (rule N5); see
    /// ``TransitionState/Phase/interactive(links:hold:)``.
    case interactive(links: [ScrollLink], hold: TimeSpan)
  }

  /// The transition's number, counted from 1; 0 before the first.
  public var number: UInt32
  /// The transition's phase.
  public var phase: Phase
  /// The pages, bottom to top.
  public var pages: [Page]
  /// A Boolean value that indicates whether the tab bar is hidden (rule N2).
  public var hidesBar: Bool
  /// The snapshot images to take before a finger moves a page.
  public var captures: [Capture]
  /// The staging of views while a finger moves a page.
  public var staging: [Staging]
  /// The change that the latest transition makes to the stack; nil before the first.
  public var change: Change?
  /// The label of the action that removes the top page; empty for the app's own (rule U3).
  public var backLabel: String
  /// The pages of the tabs that are not selected (rule N6).
  public var tabPages: [TabPages]

  public init(
    number: UInt32 = 0, phase: Phase = .idle(nil), pages: [Page], hidesBar: Bool,
    captures: [Capture] = [], staging: [Staging] = [], change: Change? = nil,
    backLabel: String = "", tabPages: [TabPages] = []
  ) {
    self.number = number
    self.phase = phase
    self.pages = pages
    self.hidesBar = hidesBar
    self.captures = captures
    self.staging = staging
    self.change = change
    self.backLabel = backLabel
    self.tabPages = tabPages
  }
}

extension NavigationState.Page {
  /// The page without a position, which only the engine sets.
  var withoutPosition: NavigationState.Page {
    var page = self
    page.restingPosition = NavigationState.RestingPosition()
    return page
  }
}
