/// Whether the pages of two tabs are changing places (rules X1–X7).
public struct TransitionState: Hashable, Sendable {
  /// Where the newest transition is on its way.
  public enum Phase: Hashable, Sendable {
    /// Nothing moves; the pages of ``reset`` are back at their places.
    case idle(TransitionOutcome?)
    /// The animation of the directive that brought this runs.
    case running
    /// A finger moves the pages (rule D6); on its release they stay where they are for `hold`,
    /// waiting for a verdict (rule D7).
    case interactive(links: [ScrollLink], hold: TimeSpan)
  }

  /// The transition, counted from 1; 0 before the first.
  public var number: UInt32
  /// Where it is on its way.
  public var phase: Phase
  /// The tab whose page leaves.
  public var from: Int
  /// The tab whose page comes.
  public var to: Int
  /// The tabs whose pages return to their places and are opaque now that it is over (rule X5).
  public var reset: [Int]

  public init(number: UInt32 = 0, phase: Phase = .idle(nil), from: Int, to: Int, reset: [Int] = [])
  {
    self.number = number
    self.phase = phase
    self.from = from
    self.to = to
    self.reset = reset
  }
}
