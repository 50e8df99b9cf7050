public import InteractionCore

/// What simulations may cost, each limit named once.
@available(InteractionEngine 1.0, *)
public struct SimulationLimits: Hashable, Sendable {
  /// How many run at once, each on a thread of its own.
  public var running = 1
  /// How many wait for their turn; more are refused.
  public var waiting = 8
  /// Bytes of a request, counted before it is decoded.
  public var requestBytes = 1 << 20
  /// Bytes of a definition in a request: twenty times the longest that ships.
  public var definitionBytes = 64 << 10
  /// Events of one simulation, packed samples counted one by one.
  public var events = 16_384
  /// Directives of one simulation.
  public var directives = 2_048
  /// Bytes of its answer: half of what gRPC clients receive unless they are told otherwise.
  public var answerBytes = 2 << 20
  /// Processor time that one may take.
  public var time = TimeSpan.seconds(5)

  public init() {}
}
