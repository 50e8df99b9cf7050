/// The transition between the pages of two tabs (rules X1–X7).
public struct TransitionState: Hashable, Sendable {
  /// The phase of the latest transition.
  public enum Phase: Hashable, Sendable {
    /// Idle, with the latest transition's outcome; the pages of ``reset`` are back in their
    /// positions.
    case idle(TransitionOutcome?)
    /// The animation of the directive that carried this state runs.
    case running
    /// A finger moves the pages (rule D6); on its release the client holds them for `hold` while it
    /// waits for the engine's decision (rule D7).
    case interactive(links: [ScrollLink], hold: TimeSpan)
  }

  /// The transition's number, counted from 1; 0 before the first.
  public var number: UInt32
  /// The transition's phase.
  public var phase: Phase
  /// The index of the outgoing tab.
  public var from: Int
  /// The index of the incoming tab.
  public var to: Int
  /// The tabs whose pages return to their positions, opaque, at the end of the transition (rule
  /// X5).
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
