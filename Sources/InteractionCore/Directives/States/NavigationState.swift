/// The pages above the root, and what moves them (rules N1–N5).
public struct NavigationState: Hashable, Sendable {
  /// One page above the root.
  public struct Page: Hashable, Sendable {
    /// The page, as the client knows it.
    public var route: String
    /// How it came, and so how it goes.
    public var style: NavigationStyle
    /// Whether it stands in front of everything instead of on the stack.
    public var isPresented: Bool
    /// Where the key view stood when the page came, which is where it goes back to; pt.
    public var keyFrame: Rect?
    /// Where it stands once it has come. The engine says so; what a client says is ignored.
    public var place: Place

    public init(
      route: String, style: NavigationStyle, isPresented: Bool = false, keyFrame: Rect? = nil,
      place: Place = Place()
    ) {
      self.route = route
      self.style = style
      self.isPresented = isPresented
      self.keyFrame = keyFrame
      self.place = place
    }
  }

  /// Where a page stands at rest, which is where its coming has left it (rule N4): by default, over
  /// the whole screen.
  public struct Place: Hashable, Sendable {
    /// How far it stands to the right of the screen's place, pt.
    public var dx: Double
    /// How far it stands below the screen's place, pt: more than 0 for a sheet.
    public var dy: Double
    /// Opacity of the mask over what lies under the page, 0 … 1.
    public var mask: Double

    public init(dx: Double = 0, dy: Double = 0, mask: Double = 0) {
      self.dx = dx
      self.dy = dy
      self.mask = mask
    }

    /// Whether a part of what lies under the page still shows.
    public var leavesRest: Bool { self.dx != 0 || self.dy != 0 }
  }

  /// What a transition does to the stack.
  public struct Change: Hashable, Sendable {
    /// What happens.
    public var operation: NavigationRequest.Operation
    /// The page that comes or goes.
    public var route: String
    /// How; a style whose animation is not sent is the platform's own.
    public var style: NavigationStyle

    public init(
      operation: NavigationRequest.Operation, route: String, style: NavigationStyle
    ) {
      self.operation = operation
      self.route = route
      self.style = style
    }
  }

  /// Where the newest transition is on its way.
  public enum Phase: Hashable, Sendable {
    /// Nothing moves.
    case idle(TransitionOutcome?)
    /// The animation of the directive that brought this runs; input is blocked (rule N3).
    case running
    /// A finger takes a page away or presents one, which is not yet among the pages (rule N5); see
    /// ``TransitionState/Phase/interactive(links:hold:)``.
    case interactive(links: [ScrollLink], hold: TimeSpan)
  }

  /// The transition, counted from 1; 0 before the first.
  public var number: UInt32
  /// Where it is on its way.
  public var phase: Phase
  /// The pages, the lowest first.
  public var pages: [Page]
  /// Whether the tab bar is hidden (rule N2).
  public var hidesBar: Bool
  /// The pictures that are taken before a finger moves a page.
  public var captures: [Capture]
  /// How views are arranged while a finger moves a page.
  public var staging: [Staging]
  /// What the newest transition did to the stack, or is about to do; nil before the first.
  public var change: Change?

  public init(
    number: UInt32 = 0, phase: Phase = .idle(nil), pages: [Page], hidesBar: Bool,
    captures: [Capture] = [], staging: [Staging] = [], change: Change? = nil
  ) {
    self.number = number
    self.phase = phase
    self.pages = pages
    self.hidesBar = hidesBar
    self.captures = captures
    self.staging = staging
    self.change = change
  }
}
